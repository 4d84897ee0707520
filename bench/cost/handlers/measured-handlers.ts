/**
 * Measured needs of the two consumers of an account: their bundles, each in its own process that has the share of a processor
 * which Lambda gives to its memory, with MiniStack for the services and generated sites on loopback.
 */
import '../../../test/pure/functions/quiet-logs.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { build } from 'esbuild';
import { names } from '../../../shared/names.ts';
import { Account } from '../../../test/account/account.ts';
import { openAwsPlace } from '../../../test/account/aws/aws-place.ts';
import { startMiniStack } from '../../../test/emulator/ministack.ts';
import { type LoopbackSite, startSite } from '../../../test/servers/loopback-site.ts';
import { formatTable } from '../../measured/table.ts';
import { generatePage, numberOf, pathOf } from '../../servers/generated-page.ts';
import type { HandledEvent } from './handler-process.ts';
import { limitCpu } from './limited-cpu.ts';

type Kind = 'fetch' | 'parse';

/** So many MB have a whole processor (AWS Lambda developer guide, "Configure Lambda function memory"). */
const wholeProcessorMb = 1_769;
/** The share of memory that Lambda leaves to the heap is not documented; the rest of the memory holds bodies and the program. */
const heapShare = 0.6;

export interface MeasuredFunction {
  readonly kind: Kind;
  readonly memoryMb: number;
  readonly pages: number;
  readonly invocations: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Before the first event. */
  readonly startMb: number;
  readonly peakMb: number;
}

export interface MeasuredSetup {
  readonly hosts: number;
  readonly pagesPerHost: number;
  readonly delayMs: number;
  readonly memoryMb: Readonly<Record<Kind, number>>;
}

export async function measureHandlers(setup: MeasuredSetup): Promise<readonly MeasuredFunction[]> {
  const { hosts, pagesPerHost, delayMs, memoryMb } = setup;
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-handlers-'));
  await using emulator = await startMiniStack();
  await using place = await openAwsPlace(emulator.endpoint);
  const sites = await Promise.all(
    Array.from({ length: hosts }, async (_, seed) => await startGenerated(pagesPerHost, seed)),
  );
  process.env[names.allowHosts] = sites.map(({ origin }) => new URL(origin).host).join(',');
  const processes = {
    fetch: await HandlerProcess.start(folder, 'fetch', memoryMb.fetch),
    parse: await HandlerProcess.start(folder, 'parse', memoryMb.parse),
  };
  try {
    const account = new Account(place, async (kind, event) =>
      kind === 'browser' ? undefined : await processes[kind].handle(event),
    );
    const starts = sites.map(({ origin }) => ({ url: `${origin}${pathOf(0)}` }));
    await account.toTheEnd({ kind: 'start', spec: { sites: starts, formats: ['csv'], delayMs } });
    return Object.values(processes).map(each => each.measured(hosts * pagesPerHost));
  } finally {
    for (const each of Object.values(processes)) each.end();
    for (const site of sites) await site.close();
    await rm(folder, { recursive: true });
  }
}

async function startGenerated(pages: number, seed: number): Promise<LoopbackSite> {
  return await startSite({ '*': ({ path }) => generatePage({ pages, seed }, numberOf(path)) ?? { status: 404 } });
}

class HandlerProcess {
  private readonly kind: Kind;
  private readonly memoryMb: number;
  private readonly child: ChildProcess;
  private readonly handled: HandledEvent[] = [];
  private readonly startMb: number;
  private readonly unlimit: () => void;

  private constructor(kind: Kind, memoryMb: number, child: ChildProcess, startMb: number) {
    this.kind = kind;
    this.memoryMb = memoryMb;
    this.child = child;
    this.startMb = startMb;
    this.unlimit = limitCpu(child.pid!, memoryMb / wholeProcessorMb);
  }

  /** Starting is not limited: Lambda gives a whole processor to it. */
  static async start(folder: string, kind: Kind, memoryMb: number): Promise<HandlerProcess> {
    const bundle = join(folder, `${kind}.mjs`);
    await build({
      ...bundled,
      entryPoints: [`functions/aws/${kind}.ts`],
      outfile: bundle,
      mainFields: ['module', 'main'],
      external: ['onnxruntime-node'],
    });
    const child = fork(new URL('handler-process.ts', import.meta.url), [bundle], {
      execArgv: [`--max-old-space-size=${Math.floor(memoryMb * heapShare)}`],
      env: { ...process.env, AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb) },
    });
    const [{ peakMb }] = (await once(child, 'message')) as [{ readonly peakMb: number }];
    return new HandlerProcess(kind, memoryMb, child, peakMb);
  }

  async handle(event: SQSEvent): Promise<SQSBatchResponse> {
    this.child.send(event);
    const [handled] = (await once(this.child, 'message')) as [HandledEvent];
    this.handled.push(handled);
    return handled.answer;
  }

  measured(pages: number): MeasuredFunction {
    const { kind, memoryMb, handled, startMb } = this;
    const sum = (of: (each: HandledEvent) => number): number => handled.reduce((total, each) => total + of(each), 0);
    const peakMb = Math.max(...handled.map(each => each.peakMb));
    const used = { cpuMs: sum(each => each.cpuMs), wallMs: sum(each => each.wallMs) };
    return { kind, memoryMb, pages, invocations: handled.length, ...used, startMb, peakMb };
  }

  end(): void {
    this.unlimit();
    this.child.kill();
  }
}

/** As infra/crawl-function.ts has it. */
const bundled = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  logLevel: 'error',
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
} as const;

export function handlersTable(measured: readonly MeasuredFunction[]): string {
  const rows = measured.map(({ kind, memoryMb, pages, invocations, cpuMs, wallMs, startMb, peakMb }) => [
    `${kind}, ${memoryMb} MB, ${pages} pages`,
    String(invocations),
    (cpuMs / pages).toFixed(1),
    (wallMs / pages).toFixed(1),
    startMb.toFixed(0),
    peakMb.toFixed(0),
  ]);
  return formatTable(
    ['functions under their limit', 'invocations', 'CPU ms per page', 'ms per page', 'MB at start', 'MB at most'],
    rows,
  );
}
