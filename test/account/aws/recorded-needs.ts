/** The calls of each method of a store to each table, as an in-memory DynamoDB sees it. */
import { AsyncLocalStorage } from 'node:async_hooks';

const method = new AsyncLocalStorage<string>();

export class RecordedNeeds {
  private readonly seen = new Map<string, Set<string>>();

  /** The same store; what its methods ask for is noted under their names. */
  recording<Store extends object>(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown =>
          // A method that calls another one of the store asks for it under its own name.
          method.run(method.getStore() ?? String(name), () => Reflect.apply(member, target, args) as unknown);
      },
    });
  }

  note(command: string, input: object): void {
    const name = method.getStore();
    if (name === undefined) throw new Error(`${command} belongs to no method`);
    for (const need of needsOf(command, input)) this.seen.set(name, (this.seen.get(name) ?? new Set()).add(need));
  }

  /** `table:Action`, sorted, by method. */
  get byMethod(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.seen].sort().map(([name, needs]) => [name, [...needs].sort()]));
  }
}

function needsOf(command: string, input: object): readonly string[] {
  const operation = command.replace(/Command$/, '');
  const { RequestItems, TransactItems, TableName } = input as {
    readonly RequestItems?: object;
    readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName: string }>>[];
    readonly TableName?: string;
  };
  if (RequestItems !== undefined) return Object.keys(RequestItems).map(table => `${table}:${operation}`);
  if (TransactItems !== undefined)
    return TransactItems.flatMap(item =>
      Object.entries(item).map(([kind, { TableName: table }]) => `${table}:${kind}Item`),
    );
  return [`${TableName}:${operation}`];
}
