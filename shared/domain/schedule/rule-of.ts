import { equal } from './equal.ts';
import { gittins } from './gittins.ts';
import { quantum } from './quantum.ts';
import type { Rule } from './rule.ts';
import type { RuleName } from './schedule.ts';
import { sequential } from './sequential.ts';
import { ucb1 } from './ucb1.ts';

const rules: Readonly<Partial<Record<RuleName, Rule>>> = { sequential, quantum, equal, gittins, ucb1 };

export function ruleOf(name: RuleName): Rule {
  const rule = rules[name];
  if (rule === undefined) throw new Error(`rule ${name} is not there yet`);
  return rule;
}
