import { extractionMutants } from './extraction-mutants.ts';
import { mentionMutants } from './mention-mutants.ts';
import type { Mutant } from './mutant.ts';
import { watchMutants } from './watch-mutants.ts';

export const allMutants: readonly Mutant[] = [...watchMutants, ...extractionMutants, ...mentionMutants];
