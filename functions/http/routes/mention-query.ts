import type { Context } from 'hono';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { JudgeOptions } from '../../../shared/wings/publications/table/judged-mentions.ts';
import { isTrue } from '../request/choices.ts';
import type { HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';

/** How classes are reported, as a request requests it. Throws `Problem`. */
export function judgeOptionsOf(context: Context<HttpEnv>): JudgeOptions {
  const { confidence = '0', nested } = context.req.query();
  const value = /^\d*\.?\d+$/.test(confidence) ? Number(confidence) : Number.NaN;
  if (!(value <= 1)) throw new Problem(400, [refusedValue('confidence', confidence, allowance('share'))]);
  return { confidence: value, isNested: isTrue('nested', nested) };
}
