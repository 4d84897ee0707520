import * as z from 'zod';
import { crawlSpecJsonSchema } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { watchlessSettings } from '../../shared/domain/spec/resolve/watch-faults.ts';
import { settings } from '../../shared/domain/spec/settings.ts';
import { watchSchema } from '../../shared/place/operations/watch-settings.ts';
import { type JsonSchema, typeOf } from './json-schema.ts';
import { code, generated, page, table } from './markdown.ts';

/** The heading of settings that are no options. */
const noOption = 'In the file alone:';
const head = ['setting', 'type and bounds', 'default', 'option', 'meaning'];

/** `docs/reference/settings.md`: what a spec may say of a crawl and of a watch. */
export function settingsPage(): string {
  const { properties = {} } = crawlSpecJsonSchema() as JsonSchema;
  const groups = Map.groupBy(Object.entries(properties), ([name]) => headingOf(name));
  const headings = [...new Set([...settings.map(({ heading }) => heading), noOption])];
  return page(
    generated('the schemas of zod'),
    '# Settings',
    'A setting can be in the file of `--config` (YAML or JSON; [crawl-spec.schema.json](../../shared/crawl-spec.schema.json) is for editors), in the environment, and on the command line. The command line counts before the environment, which counts before the file. What a site has itself counts before what the crawl has. The variable of `--time-limit` is `ORBWEAVER_TIME_LIMIT`; all others are named in the same way.',
    ...headings.flatMap(heading => [
      `## ${heading.replace(/:$/, '')}`,
      table(
        head,
        (groups.get(heading) ?? []).flatMap(([name, schema]) => rowsOf([name], schema)),
      ),
    ]),
    '## Each site in `sites`',
    table(
      head,
      Object.entries(properties['sites']?.items?.properties ?? {}).map(([name, schema]) => row(name, schema)),
    ),
    '## A watch',
    `A watch takes the settings of a crawl, but for ${watchlessSettings.map(code).join(', ')}; its \`sites\` are its sources. Each source may also have \`rules\`, \`applications\` and \`hosts\`; the whole may have \`organizations\`. Times are in seconds. The HTTP API takes these settings as \`watch\`; options of \`orbweaver watch new\` set them at home:`,
    table(
      head,
      Object.entries((z.toJSONSchema(watchSchema, { io: 'input' }) as JsonSchema).properties ?? {}).map(
        ([name, schema]) => row(name, schema, code(watchOptions[name] ?? '')),
      ),
    ),
  );
}

function headingOf(name: string): string {
  return settings.find(({ path }) => path[0] === name)?.heading ?? noOption;
}

/** A row for the setting, or for each that it holds. */
function rowsOf(path: readonly string[], schema: JsonSchema): readonly (readonly string[])[] {
  const setting = settings.find(each => each.path.join('.') === path.join('.'));
  const option = setting === undefined ? '' : code(`${setting.option} ${setting.argument}`.trim());
  return [
    row(path.join('.'), schema, option),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => rowsOf([...path, name], inner)),
  ];
}

function row(name: string, schema: JsonSchema, option = ''): readonly string[] {
  return [code(name), typeOf(schema), defaultOf(schema), option, schema.description ?? ''];
}

const watchOptions: Readonly<Record<string, string>> = {
  leastInterval: '--least-interval',
  mostInterval: '--most-interval',
  interval: '--interval',
  recheck: '--recheck',
  archive: '--archive',
  timeZone: '--time-zone',
  keepPages: '--keep-pages',
  requests: '--requests',
  hosts: '--host',
};

function defaultOf({ default: value }: JsonSchema): string {
  if (value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  return code(Array.isArray(value) ? value.join(', ') : String(value));
}
