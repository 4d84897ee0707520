import { expect, test } from 'vitest';
import { presetNames } from '../../../../shared/domain/spec/crawl-spec.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import { presets } from '../../../../shared/domain/spec/resolve/presets.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';

const sites = [{ url: 'https://example.org/' }];
const layer = (values: object) => readSpec(values, path => path.join('.'));

test.each(presetNames)('%s has the settings that it needs, and is no setting of the crawl itself', preset => {
  const spec = resolveSpec([layer({ sites, preset })]);
  expect(spec).toMatchObject(presets[preset]);
  expect(spec).not.toHaveProperty('preset');
});

test('what is given is stronger than a preset, also in a weaker source than the one that names it', () => {
  const spec = resolveSpec([layer({ preset: 'audit' }), layer({ sites, checkExternal: false, formats: ['net'] })]);
  expect(spec).toMatchObject({ richFiles: true, sitemaps: 'report', formats: ['net'] });
  expect(spec).not.toHaveProperty('checkExternal');
});

test('a name that is no preset is refused with those that are', () => {
  expect(() => layer({ sites, preset: 'seo' })).toThrow(
    'preset: "seo" is refused; allowed are audit, graph, archive, set.',
  );
});
