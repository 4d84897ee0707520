/** Reads the resources of a synthesized stack; loads nothing of the CDK. */

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
}

/** By logical id. */
export type Resources = Readonly<Record<string, Resource>>;

/** The one resource whose logical id begins so; CDK adds a hash. */
export function resourceNamed(resources: Resources, start: string, type: string): [string, Resource] {
  const found = Object.entries(resources).filter(([id, { Type }]) => Type === type && withoutHash(id) === start);
  if (found.length !== 1) throw new Error(`${found.length} resources of ${type} are called ${start}`);
  return found[0]!;
}

export function withoutHash(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, '');
}
