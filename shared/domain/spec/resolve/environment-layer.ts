import { decodeSetting } from '../decode-setting.ts';
import { nearestName } from '../fields/nearest-name.ts';
import { readSettings } from '../read-settings.ts';
import type { SpecLayer } from '../read-spec.ts';
import { settings, withSetting } from '../settings.ts';

/** Variables that other modules read. */
const otherVariables = (
  'ORBWEAVER_STATE ORBWEAVER_DEBUG ORBWEAVER_BROWSER ORBWEAVER_API ORBWEAVER_API_KEY ORBWEAVER_BUNDLE ' +
  'ORBWEAVER_TELL_REFUSALS ORBWEAVER_TONE_KEY ORBWEAVER_SMTP_PASSWORD'
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
