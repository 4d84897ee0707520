import type { RuleName } from '../../../domain/spec/rules.ts';
import { adaptive } from './adaptive.ts';
import { equal } from './equal.ts';
import { gittins } from './gittins.ts';
import { quantum } from './quantum.ts';
import type { Rule } from './rule.ts';
import { sequential } from './sequential.ts';
import { ucb1 } from './ucb1.ts';

const rules: Readonly<Record<RuleName, Rule>> = { adaptive, sequential, quantum, equal, gittins, ucb1 };

export function ruleOf(name: RuleName): Rule {
  return rules[name];
}
