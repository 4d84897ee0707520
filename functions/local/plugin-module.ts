import { z } from 'zod';
import type { FinishCondition } from '../../shared/domain/finish.ts';
import type { PageAnalyzer } from '../../shared/domain/page-analyzer.ts';
import type { RobotsPolicy } from '../../shared/domain/robots/robots-policy.ts';
import { BadInput } from '../../shared/domain/spec/bad-input.ts';
import { fieldPath } from '../../shared/domain/spec/field-path.ts';
import { refusal } from '../../shared/domain/spec/read-spec.ts';
import type { ResultWriter } from '../../shared/ports.ts';

/** What a plugin module may export; all lists are optional, but one must be there. */
export interface PluginModule {
  readonly robots?: readonly RobotsPolicy[];
  readonly finish?: readonly FinishCondition[];
  readonly writers?: readonly ResultWriter[];
  readonly analyzers?: readonly PageAnalyzer[];
}

const nameError = 'allowed is a name of 1 to 64 letters, digits, ".", "-" and "_"';
// An analyzer's name becomes a part of a file name.
const name = z.string({ error: nameError }).regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { error: nameError });
const method = z.custom(value => typeof value === 'function', { error: 'allowed is a function' });
const texts = z.array(z.string({ error: 'allowed is a text' }), { error: 'allowed is a list of texts' });
const flag = z.boolean({ error: 'allowed are true and false' });

function parts<Members extends z.ZodRawShape>(members: Members) {
  const allowed = `with ${Object.keys({ name, ...members }).join(', ')}`;
  const part = z.object({ name, ...members }, { error: `allowed is an object ${allowed}` });
  return z.array(part, { error: `allowed is a list of objects ${allowed}` }).optional();
}

const pluginSchema = z.object({
  finish: parts({ isMet: method }),
  writers: parts({ write: method }),
  robots: parts({ fetches: flag, decide: method, crawlDelay: method }),
  analyzers: parts({ reads: texts.optional(), analyze: method.optional(), links: method.optional() }),
});

/** `exported` as the plugin at `address` that it is. Throws `BadInput` where its lists are of another shape. */
export function readPlugin(address: string, exported: object): PluginModule {
  const lists = Object.keys(pluginSchema.shape);
  if (!lists.some(list => Reflect.get(exported, list) !== undefined)) {
    throw new BadInput([
      `plugins: ${address} exports none of the lists ${lists.join(', ')}; allowed is a module with at least one.`,
    ]);
  }
  const result = pluginSchema.safeParse(exported);
  if (!result.success)
    throw new BadInput(result.error.issues.map(({ path, message }) => fault(address, exported, path, message)));
  return exported;
}

function fault(address: string, exported: object, path: readonly PropertyKey[], allowed: string): string {
  const value = path.reduce<unknown>((holder, key) => Reflect.get(Object(holder) as object, key), exported);
  return refusal(`plugins: ${address}: ${fieldPath(path)}`, value, allowed);
}
