/** The common ground of all files of this tier: vitest starts the emulators before the first file, and ends them after the last. */
import type { TestProject } from 'vitest/node';
import { startDynamoDb, whyNoDynamoDb } from '../emulator/dynamodb-local.ts';
import { startMiniStack, whyNoMiniStack } from '../emulator/ministack.ts';
import type { Resources } from '../pure/infra/stack-resources.ts';
import { synthesize } from '../pure/infra/synthesized-stack.ts';

/** `missing` says in one sentence why there is no `endpoint`. */
interface Shared {
  readonly missing?: string;
  readonly endpoint: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly miniStack: Shared;
    readonly dynamoDb: Shared;
    /** Of the stack with everything that a test here uses, for the roles of its functions. */
    readonly stackResources: Resources;
  }
}

type Started = AsyncDisposable & { readonly endpoint: string };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started: Started[] = [];
  const share = async (name: 'miniStack' | 'dynamoDb', missing: string | undefined, start: () => Promise<Started>) => {
    if (missing !== undefined) {
      console.log(missing);
      return project.provide(name, { missing, endpoint: '' });
    }
    const emulator = await start();
    started.push(emulator);
    project.provide(name, { endpoint: emulator.endpoint });
  };
  await share('miniStack', await whyNoMiniStack(), startMiniStack);
  await share('dynamoDb', whyNoDynamoDb(), startDynamoDb);
  project.provide('stackResources', synthesize({ browser: 'true', publications: 'true' }).resources);
  return async () => {
    for (const emulator of started) await emulator[Symbol.asyncDispose]();
  };
}
