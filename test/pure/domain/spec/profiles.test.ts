import { expect, test } from 'vitest';
import { profiles } from '../../../../shared/domain/spec/crawl-spec.ts';
import { frameAnchorOf, triesUnavailableAgain } from '../../../../shared/domain/spec/profiles.ts';

test('BeeBot alone names frames, and leaves sites alone for good that could not be loaded', () => {
  expect(profiles.map(profile => [profile, frameAnchorOf(profile), triesUnavailableAgain(profile)])).toEqual([
    ['graph', '', true],
    ['beebot', 'frame', false],
    ['rccrawler', '', true],
  ]);
});
