import { type Resource, type Resources, withoutHash } from './stack-resources.ts';

/** A statement of a policy, with resources as readable texts. */
interface Statement {
  readonly effect: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/** The policies of a role, and whether they allow an action (IAM: an explicit Deny wins, all else is denied). */
export class RolePolicies {
  readonly statements: readonly Statement[];

  constructor(resources: Resources, roleId: string) {
    const policies = Object.values(resources).filter(
      ({ Type, Properties }) => Type === 'AWS::IAM::Policy' && JSON.stringify(Properties['Roles']).includes(roleId),
    );
    this.statements = [...policies.map(documentOf), ...inlineDocuments(resources[roleId]!)].flatMap(statementsOf);
  }

  allows(action: string, resource: string): boolean {
    return isAllowed(this.statements, action, resource);
  }
}

/** Whether a document of a policy allows an action; its conditions are taken as met. */
export function documentAllows(document: PolicyDocument, action: string, resource: string): boolean {
  return isAllowed(statementsOf(document), action, resource);
}

function isAllowed(statements: readonly Statement[], action: string, resource: string): boolean {
  const fits = statements.filter(
    ({ actions, resources }) =>
      actions.some(pattern => matches(pattern, action)) && resources.some(pattern => matches(pattern, resource)),
  );
  return fits.some(({ effect }) => effect === 'Allow') && !fits.some(({ effect }) => effect === 'Deny');
}

export interface PolicyDocument {
  readonly Statement: readonly { Effect: string; Action: string | string[]; Resource: unknown }[];
}

function documentOf({ Properties }: Resource): PolicyDocument {
  return Properties['PolicyDocument'] as PolicyDocument;
}

function inlineDocuments({ Properties }: Resource): PolicyDocument[] {
  const inline = (Properties['Policies'] ?? []) as { PolicyDocument: PolicyDocument }[];
  return inline.map(({ PolicyDocument: document }) => document);
}

function statementsOf({ Statement: statements }: PolicyDocument): Statement[] {
  return statements.map(({ Effect, Action, Resource }) => ({
    effect: Effect,
    actions: [Action].flat(),
    resources: [Resource].flat().map(resourceText),
  }));
}

/** `Fn::GetAtt`, `Ref` and `Fn::Join` as a text: the logical id without its hash, and what is joined to it. */
function resourceText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref: ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
  if (typeof ref === 'string') return withoutHash(ref);
  if (Array.isArray(attribute)) return withoutHash(String(attribute[0]));
  if (Array.isArray(join)) return (join[1] as unknown[]).map(resourceText).join(String(join[0]));
  throw new Error(`no resource: ${JSON.stringify(value)}`);
}

/** IAM's patterns: `*` any text, `?` any character; nothing else is special. */
function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'i').test(text);
}
