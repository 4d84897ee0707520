import { type Command, Option } from 'commander';
import { specDefaults } from '../../../shared/domain/spec/crawl-spec.ts';
import { decodeSetting } from '../../../shared/domain/spec/decode-setting.ts';
import { type Setting, settings, withSetting } from '../../../shared/domain/spec/settings.ts';

/** Options of a command as commander hands them over, by attribute name. */
export type OptionValues = Readonly<Record<string, unknown>>;

/**
 * Adds settings of the spec to `command`, each as an option of its own: those of `keys`, or all. `otherwise` says what
 * counts where the option is not given; by default the default of the spec.
 */
export function addSpecOptions(command: Command, keys?: readonly string[], otherwise?: string): Command {
  return settings
    .filter(({ path }) => keys === undefined || keys.includes(path[0]!))
    .reduce((result, setting) => result.addOption(optionOf(setting, otherwise)), command);
}

/** The limits of a crawl that can be raised when it is resumed. */
export function addRaisedLimits(command: Command): Command {
  return settings
    .filter(({ path }) => ['limit', 'timeLimitSeconds', 'maxLevel'].includes(path[0]!))
    .reduce((result, setting) => result.addOption(optionOf(setting, '').helpGroup('Limits to raise:')), command);
}

export function optionOf(setting: Setting, otherwise = defaultOf(setting)): Option {
  const flags = setting.argument === '' ? setting.option : `${setting.option} ${setting.argument}`;
  const help = otherwise === '' ? setting.help : `${setting.help} (default: ${otherwise})`;
  const option = new Option(flags, help).helpGroup(setting.heading);
  return setting.argument === '' ? option : option.argParser((text, before) => collected(setting, text, before));
}

/** As a person would type it; empty where there is none. */
function defaultOf({ path, kind, heading }: Setting): string {
  if (heading === 'Limits:') return 'no limit';
  const value = path.reduce<unknown>((inner, key) => Object(inner)[key] as unknown, specDefaults);
  if (value === undefined || value === false) return '';
  return kind === 'duration' ? `${value}s` : String(value);
}

/** What the options give of a spec, not yet checked. */
export function specValuesOf(options: OptionValues): Readonly<Record<string, unknown>> {
  return settings.reduce<Readonly<Record<string, unknown>>>((spec, setting) => {
    const value = options[optionOf(setting).attributeName()];
    return value === undefined ? spec : withSetting(spec, setting.path, value);
  }, {});
}

/** A repeated option adds to a list or to a set of switches; of anything else the last one counts. */
function collected({ kind }: Setting, text: string, before: unknown): unknown {
  const value = decodeSetting(kind, text);
  if (Array.isArray(value)) return [...(Array.isArray(before) ? before : []), ...value];
  return kind === 'switches' ? { ...Object(before), ...Object(value) } : value;
}
