import { BadInput, type Refusal } from '../../refusal/refusal.ts';
import { decodeSetting } from '../decode-setting.ts';
import { nearestName } from '../fields/nearest-name.ts';
import { readSpec, type SpecLayer } from '../read-spec.ts';
import { settingName, settings, withSetting } from '../settings.ts';

/** Variables that other modules read. */
const otherVariables = (
  'ORBWEAVER_STATE ORBWEAVER_DEBUG ORBWEAVER_BROWSER ORBWEAVER_API ORBWEAVER_API_KEY ORBWEAVER_BUNDLE ' +
  'ORBWEAVER_READERS ORBWEAVER_TELL_REFUSALS ORBWEAVER_TONE_KEY ORBWEAVER_SMTP_PASSWORD'
).split(' ');

/**
 * The settings that the environment gives, by the table in `settings.ts`; an empty variable counts as absent. Throws
 * `BadInput` that names the variable.
 */
export function environmentLayer(environment: Readonly<Record<string, string | undefined>>): SpecLayer {
  const spec = settings.reduce<Readonly<Record<string, unknown>>>((values, { path, variable, kind }) => {
    const text = environment[variable];
    return text === undefined || text === '' ? values : withSetting(values, path, decodeSetting(kind, text));
  }, {});
  return readSettings(spec, 'variable');
}

/** A sentence for each `ORBWEAVER_` variable that no setting reads: most likely a typing error. */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  others: readonly string[] = [],
): readonly string[] {
  const known = [...settings.map(({ variable }) => variable), ...otherVariables, ...others];
  return Object.keys(environment)
    .filter(name => name.startsWith('ORBWEAVER_') && !known.includes(name))
    .map(name => `${name}: no setting reads this variable${hint(nearestName(name, known))}`);
}

function hint(nearest: string | undefined): string {
  return nearest === undefined ? '.' : `; did you mean ${nearest}?`;
}

/** Reads the values of options or variables, whose times have units. Throws `BadInput` like `readSpec`. */
export function readSettings(values: unknown, by: 'option' | 'variable'): SpecLayer {
  try {
    return readSpec(values, path => settingName(path, by));
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const times = new Set(settings.filter(({ kind }) => kind === 'duration').map(setting => setting[by]));
    const isOfTime = ({ code, field = '' }: Refusal): boolean => code === 'whole-number' && times.has(field);
    throw new BadInput(error.refusals.map(each => (isOfTime(each) ? { ...each, code: 'time-span' } : each)));
  }
}
