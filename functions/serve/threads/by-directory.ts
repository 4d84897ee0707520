/**
 * Calls that begin with the id of a crawl: each goes on to those that `callsOf` chooses by its name, with the directory of the crawl in
 * place of its id. `own` are done here.
 */
export function byDirectory<T extends object>(
  directoryOf: (id: string) => string,
  callsOf: (name: string) => Partial<T>,
  own: Partial<T> = {},
): T {
  return new Proxy(own, {
    get: (_, name) => {
      if (typeof name === 'symbol' || name in own) return Reflect.get(own, name) as unknown;
      const call = Reflect.get(callsOf(name), name) as (...args: readonly unknown[]) => Promise<unknown>;
      return async (id: string, ...rest: readonly unknown[]) => await call(directoryOf(id), ...rest);
    },
  }) as T;
}
