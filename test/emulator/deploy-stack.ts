import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder, run } from '../process/programs.ts';
import { awsEnvironment, withPinnedNode } from './emulator.ts';

/** Where a stack was deployed to. */
export interface Deployment {
  readonly endpoint: string;
  readonly apiId: string;
  readonly stage: string;
  readonly bucket: string;
}

/** Deploys the stack as its owner does, by the real `cdk bootstrap` and `cdk deploy`. `project`: a folder with its code. */
export async function deployStack(
  endpoint: string,
  context: Readonly<Record<string, string>>,
  project = projectFolder,
): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-deploy-'));
  const env = { ...withPinnedNode(), ...awsEnvironment(endpoint) };
  const cdk = async (cwd: string, ...args: string[]): Promise<string> =>
    await run(join(projectFolder, 'node_modules', '.bin', 'cdk'), args, { cwd, env });
  const outputs = join(folder, 'outputs.json');
  const values = Object.entries(context).flatMap(([name, value]) => ['--context', `${name}=${value}`]);
  const output = ['--output', join(folder, 'cdk.out')];
  try {
    // Where no app is: of the project's own, which bootstrap does not need, it would make the templates first.
    await cdk(folder, 'bootstrap', 'aws://000000000000/us-east-1');
    await cdk(
      project,
      ...['deploy', '--require-approval', 'never', '--method=direct', '--outputs-file', outputs],
      ...[...values, ...output],
    );
    return deploymentOf(endpoint, JSON.parse(await readFile(outputs, 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function deploymentOf(endpoint: string, outputs: { Orbweaver: { ApiUrl: string; BucketName: string } }): Deployment {
  const { ApiUrl: api, BucketName: bucket } = outputs.Orbweaver;
  const [, apiId, stage] = /^https?:\/\/([^.]+)\.execute-api\.[^/]+\/([^/]+)\//.exec(api) ?? [];
  if (apiId === undefined || stage === undefined) throw new Error(`ApiUrl is ${api}`);
  return { endpoint, apiId, stage, bucket };
}
