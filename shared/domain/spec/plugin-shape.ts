import * as z from 'zod';
import { applicationFaults } from '../applications/application-shape.ts';
import { allowance, asMessage, type Refusal, refusedValue } from '../refusal/refusal.ts';
import { fieldPath, valueAt } from './fields/field-path.ts';
import { trueFalse } from './fields/field-values.ts';
import { allowanceOf } from './schema-refusals.ts';

const nameError = asMessage(allowance('part-name'));
// An analyzer's name becomes a part of a file name.
const name = z.string({ error: nameError }).regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { error: nameError });
const method = z.custom(value => typeof value === 'function', { error: asMessage(allowance('plugin-function')) });
const texts = z.array(z.string({ error: asMessage(allowance('text')) }), {
  error: asMessage(allowance('list', { of: 'texts' })),
});

function parts(members: z.ZodRawShape) {
  const names = Object.keys({ name, ...members });
  const part = z.object({ name, ...members }, { error: asMessage(allowance('plugin-object', { members: names })) });
  return z.array(part, { error: asMessage(allowance('list', { of: `objects with ${names.join(', ')}` })) }).optional();
}

const shape = z.object({
  finish: parts({ isMet: method }),
  writers: parts({ write: method }),
  robots: parts({ fetches: trueFalse, decide: method, crawlDelay: method }),
  analyzers: parts({ reads: texts.optional(), analyze: method.optional(), links: method.optional() }),
});

/** Faults of the exports of a plugin module; none if it can be used. `source` names the module. */
export function pluginFaults(source: string, exported: object): readonly Refusal[] {
  const lists = [...Object.keys(shape.shape), 'applications'];
  if (!lists.some(list => Reflect.get(exported, list) !== undefined)) {
    return [{ field: source, ...allowance('plugin-without-parts', { names: lists }) }];
  }
  const result = shape.safeParse(exported);
  const faults = (result.error?.issues ?? []).map(issue =>
    refusedValue(`${source}: ${fieldPath(issue.path)}`, valueAt(exported, issue.path), allowanceOf(issue)),
  );
  const applications: unknown = Reflect.get(exported, 'applications');
  if (applications === undefined) return faults;
  return [...faults, ...applicationFaults(`${source}: applications`, applications)];
}
