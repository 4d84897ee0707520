import type { Context } from 'hono';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { JudgeOptions } from '../../../shared/wings/publications/table/judged-mentions.ts';
import { type Field, readQuery, toggle } from '../request/fields.ts';
import type { HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';

const confidence: Field<number> = {
  says: 'Less probable classes of a model are unclassified.',
  schema: { type: 'number', minimum: 0, maximum: 1, default: 0 },
  read: (name, [text = '0']) => {
    const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value <= 1) return value;
    throw new Problem(400, [refusedValue(name, text, allowance('share'))]);
  },
};

/** How classes are reported. */
export const judging = { confidence, nested: toggle('Mentions in longer names of other organizations count.') };

/** Throws `Problem`. */
export function judgeOptionsOf(context: Context<HttpEnv>): JudgeOptions {
  const { confidence: least, nested } = readQuery(context, judging);
  return { confidence: least, isNested: nested };
}
