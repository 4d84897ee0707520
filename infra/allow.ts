import { Effect, type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** The only way permissions are given here: these actions on these resources, under these conditions. */
export function allow(
  role: IRole,
  actions: readonly string[],
  resources: readonly string[],
  conditions: Readonly<Record<string, unknown>> = {},
): void {
  role.addToPrincipalPolicy(
    new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources], conditions }),
  );
}
