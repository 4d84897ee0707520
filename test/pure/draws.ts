import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly drawsAll: boolean;
  }
}

/**
 * How many of `most` drawn cases a property test takes: all in `npm run test:full`, a fiftieth in `npm test`, and one at least. As
 * many as it takes for a seed that each has many cases of its own.
 */
export function draws(most: number): number {
  return inject('drawsAll') ? most : Math.ceil(most / 50);
}
