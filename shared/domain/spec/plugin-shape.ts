import { z } from 'zod';
import { fieldPath } from './field-path.ts';
import { refusal } from './refusal.ts';

const nameError = 'allowed is a name of 1 to 64 letters, digits, ".", "-" and "_"';
// An analyzer's name becomes a part of a file name.
const name = z.string({ error: nameError }).regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { error: nameError });
const method = z.custom(value => typeof value === 'function', { error: 'allowed is a function' });
const texts = z.array(z.string({ error: 'allowed is a text' }), { error: 'allowed is a list of texts' });
const flag = z.boolean({ error: 'allowed are true and false' });

function parts(members: z.ZodRawShape) {
  const allowed = `with ${Object.keys({ name, ...members }).join(', ')}`;
  const part = z.object({ name, ...members }, { error: `allowed is an object ${allowed}` });
  return z.array(part, { error: `allowed is a list of objects ${allowed}` }).optional();
}

const shape = z.object({
  finish: parts({ isMet: method }),
  writers: parts({ write: method }),
  robots: parts({ fetches: flag, decide: method, crawlDelay: method }),
  analyzers: parts({ reads: texts.optional(), analyze: method.optional(), links: method.optional() }),
});

/** What is wrong with what a plugin module exports, a sentence for each fault; none where it can be used. */
export function pluginFaults(exported: object): readonly string[] {
  const lists = Object.keys(shape.shape);
  if (!lists.some(list => Reflect.get(exported, list) !== undefined)) {
    return [`it exports none of the lists ${lists.join(', ')}; allowed is a module with at least one.`];
  }
  const result = shape.safeParse(exported);
  return (result.error?.issues ?? []).map(({ path, message }) =>
    refusal(fieldPath(path), valueAt(exported, path), message),
  );
}

function valueAt(exported: object, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((holder, key) => Reflect.get(Object(holder) as object, key), exported);
}
