import { BadInput, type Refusal } from '../refusal/refusal.ts';
import { readSpec, type SpecLayer } from './read-spec.ts';
import { settingName, settings } from './settings.ts';

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
