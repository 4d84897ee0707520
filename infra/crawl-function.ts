import { fileURLToPath } from 'node:url';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, RecursiveLoop, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { type ICommandHooks, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Door } from '../shared/adapters/aws/door-stores.ts';
import { allow } from './allow.ts';
import type { DeployedPlugin } from './load-plugins.ts';
import { applicationBundles, injected } from './plugin-entries.ts';

export interface CrawlFunctionProps {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly logRetentionDays: number;
  readonly xray: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** The function's messages lead to its own invocation again, by design. */
  readonly loops?: boolean;
  /**
   * Bodies of many hosts pass through its memory. Young objects are collected often: with V8's own 16 MB the pieces in which bodies
   * come in fill some 60 MB before they are collected (measured). With a bound of the heap V8 also collects as soon as bodies, which
   * are outside it, have grown by half of the bound.
   */
  readonly dropsBodies?: boolean;
  /** The largest heap of old objects in MB: V8's own bound leaves too little of the memory to all else. */
  readonly heapMb?: number;
  /** Invocations that only this function may have; absent or 0: the function shares the invocations of the account. */
  readonly reserved?: number;
  /** The function starts a browser, which comes with it. */
  readonly hasBrowser?: boolean;
  /** The function gives the tone of sentences. */
  readonly hasTone?: boolean;
  readonly plugins: readonly DeployedPlugin[];
}

const projectRoot = fileURLToPath(new URL('..', import.meta.url));

/** CommonJS packages in the bundle request Node's own modules by `require`. */
const banner =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";
/** The name that modules of applications import, and its file. */
const ownModule = [
  'orbweaver/applications',
  `${projectRoot}shared/domain/applications/publication-application.ts`,
] as const;

/** Folders that go along with a bundle: where they are, and where the function looks for them. */
const chromium: Along = ['node_modules/@sparticuz/chromium', 'node_modules/@sparticuz/chromium'];
const toneModels: Along = ['shared/wings/publications/tone/models', 'tone-models'];
type Along = readonly [from: string, to: string];

/**
 * The files beside the bundle of a function: the archives of Chromium (70 MB, of the 250 MB that a function may have), the models
 * of tone (5 MB). Undefined if there are none.
 */
export function alongWith(
  { hasBrowser = false, hasTone = false }: Pick<CrawlFunctionProps, 'hasBrowser' | 'hasTone'>,
  applications: ReturnType<typeof applicationBundles> = [],
) {
  const folders = [...(hasBrowser ? [chromium] : []), ...(hasTone ? [toneModels] : [])];
  if (folders.length + applications.length === 0) return undefined;
  const commandHooks: ICommandHooks = {
    beforeBundling: () => [],
    beforeInstall: () => [],
    afterBundling: (inputDir, outputDir) => [
      ...folders.flatMap(([from, to]) => [
        `mkdir -p "${outputDir}/${to}"`,
        `cp -R "${inputDir}/${from}/." "${outputDir}/${to}/"`,
      ]),
      ...applications.map(({ entry, file }) =>
        [
          `"${inputDir}/node_modules/.bin/esbuild" "${entry}" --bundle --platform=node --format=esm --target=node24`,
          `--main-fields=module,main --log-level=error "--alias:${ownModule[0]}=${ownModule[1]}"`,
          `"--banner:js=${banner}" "--outfile=${outputDir}/${file}"`,
        ].join(' '),
      ),
    ],
  };
  return { commandHooks };
}

/** By which logs and metrics of a function are found; two stacks of an account have two. */
export function serviceName(scope: Construct, door: string): string {
  return `${Stack.of(scope).stackName}-${door}`.toLowerCase();
}

/** One door of functions/aws as a Lambda that may do nothing yet but write its own log. */
export function crawlFunction(scope: Construct, door: Door, props: CrawlFunctionProps): NodejsFunction {
  const id = `${door[0]!.toUpperCase()}${door.slice(1)}`;
  const heapMb = props.dropsBodies === true ? Math.floor(props.memoryMb * 0.42) : props.heapMb;
  const logGroup = new LogGroup(scope, `${id}Log`, {
    retention: props.logRetentionDays as RetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  allow(role, ['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
  return new NodejsFunction(scope, `${id}Function`, {
    description: `${Stack.of(scope).stackName}: ${door}`,
    entry: `${projectRoot}functions/aws/${door}.ts`,
    projectRoot,
    depsLockFilePath: `${projectRoot}package-lock.json`,
    runtime: Runtime.NODEJS_24_X,
    // The npm package has a Chromium for x86 alone.
    architecture: props.hasBrowser === true ? Architecture.X86_64 : Architecture.ARM_64,
    memorySize: props.memoryMb,
    timeout: Duration.seconds(props.timeoutSeconds),
    role,
    logGroup,
    ...(props.reserved && { reservedConcurrentExecutions: props.reserved }),
    ...(props.xray && { tracing: Tracing.ACTIVE }),
    // Traces of errors name the files and lines of this repository.
    environment: {
      ...props.environment,
      POWERTOOLS_SERVICE_NAME: serviceName(scope, door),
      NODE_OPTIONS: [
        '--enable-source-maps',
        ...(props.dropsBodies === true ? ['--max-semi-space-size=1'] : []),
        ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
      ].join(' '),
    },
    // Without it AWS ends a crawl after 16 turns of a site; our own bounds are maxInvocations, budgets and an alarm.
    ...(props.loops === true && { recursiveLoop: RecursiveLoop.ALLOW }),
    bundling: {
      format: OutputFormat.ESM,
      target: 'node24',
      // Functions that are sent into pages as text must hold no helper of a bundler.
      ...(props.hasBrowser !== true && { minify: true, keepNames: true }),
      sourceMap: true,
      sourcesContent: false,
      mainFields: ['module', 'main'],
      // The SDK of the runtime is another version from day to day; ours is tested.
      // onnxruntime-node is no dependency, and too large for a function.
      externalModules: ['onnxruntime-node'],
      inject: injected(scope, door, props.plugins),
      // A module of applications may bring other parts too, which are in the bundle of the function.
      ...(props.plugins.length !== 0 && { esbuildArgs: { [`--alias:${ownModule[0]}`]: ownModule[1] } }),
      ...alongWith(props, applicationBundles(scope, door, props.plugins)),
      banner,
    },
  });
}

/** Encrypted, by TLS alone, and with the longest life that SQS knows. */
export const secured = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
};

/** A queue for wake-ups of a kind, and a dead-letter queue for wake-ups that no worker could handle. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /** `visibilitySeconds`: how long a delivered message is hidden, which is more than its consumer may run. */
  constructor(scope: Construct, id: string, visibilitySeconds: number) {
    super(scope, id);
    this.deadLetters = new Queue(this, 'DeadLetters', secured);
    this.queue = new Queue(this, 'Queue', {
      ...secured,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
  }
}
