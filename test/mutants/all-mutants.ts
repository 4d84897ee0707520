import { extractionMutants } from './extraction-mutants.ts';
import { faultMutants } from './fault-mutants.ts';
import { labelMutants } from './label-mutants.ts';
import { mentionMutants } from './mention-mutants.ts';
import type { Mutant } from './mutant.ts';
import { tableMutants } from './table-mutants.ts';
import { watchMutants } from './watch-mutants.ts';

export const allMutants: readonly Mutant[] = [
  ...[watchMutants, faultMutants, extractionMutants, mentionMutants, labelMutants, tableMutants].flat(),
];
