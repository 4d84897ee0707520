import { type Command, Option } from 'commander';
import { decodeSetting } from '../../shared/domain/spec/decode-setting.ts';
import { type Setting, settings, withSetting } from '../../shared/domain/spec/settings.ts';

/** Options of a command as commander hands them over, by attribute name. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** Adds settings of the spec to `command`, each as an option of its own: those of `keys`, or all. */
export function addSpecOptions(command: Command, keys?: readonly string[]): Command {
  return settings
    .filter(({ path }) => keys === undefined || keys.includes(path[0]!))
    .reduce((result, setting) => result.addOption(optionOf(setting)), command);
}

export function optionOf(setting: Setting): Option {
  const flags = setting.argument === '' ? setting.option : `${setting.option} ${setting.argument}`;
  const option = new Option(flags, setting.help).helpGroup(setting.heading);
  return setting.argument === '' ? option : option.argParser((text, before) => collected(setting, text, before));
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
