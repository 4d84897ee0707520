import { type ChildProcess, fork } from 'node:child_process';
import type {
  AcceptedAnswer,
  ApplicationAnswer,
  ApplicationFailure,
  FailureReason,
} from '../../wings/publications/applications/application-runner.ts';
import {
  type ApplicationCall,
  type ApplicationLimits,
  type ApplicationTold,
  memorySignal,
} from './application-messages.ts';
import type { GuardLimits } from './serve-application.ts';

/** Most characters of a process's output; the rest is left out. */
const mostPrinted = 65_536;
/** How much longer the process waits than its starter. */
const graceMs = 2_000;

export interface ApplicationProgram {
  readonly name: string;
  /** The file with which the process begins, and its arguments before the limits. */
  readonly file: string | URL;
  readonly args: readonly string[];
  readonly limits: ApplicationLimits;
  /** Absent: the environment of the starter. */
  readonly environment?: Readonly<Record<string, string>>;
}

type Without<T> = T extends unknown ? Omit<T, 'call'> : never;

/** One application in its own process, started at the first call and again after each crash. One call at a time. */
export class ApplicationProcess {
  private readonly program: ApplicationProgram;
  private child: ChildProcess | undefined;
  private calls = 0;
  /** Called with a message of the process, or with the way it died. */
  private heard: ((told: ApplicationTold | ApplicationFailure) => void) | undefined;
  private busy: Promise<unknown> = Promise.resolve();

  constructor(program: ApplicationProgram) {
    this.program = program;
  }

  async ask<Answer extends ApplicationAnswer | AcceptedAnswer>(
    call: Without<ApplicationCall>,
    mostMs: number,
  ): Promise<Answer | ApplicationFailure> {
    const answer = this.busy.then(async () => await this.askAlone(call, mostMs));
    this.busy = answer;
    return (await answer) as Answer | ApplicationFailure;
  }

  close(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private async askAlone(asked: Without<ApplicationCall>, mostMs: number): Promise<ApplicationAnswer | AcceptedAnswer> {
    const started = this.child === undefined ? await this.start() : undefined;
    if (started !== undefined) return started;
    this.calls += 1;
    const call = { ...asked, call: this.calls } as ApplicationCall;
    const told = await this.until(mostMs, () => this.child?.send(call, () => {}));
    if (told !== undefined) return 'answer' in told ? told.answer : (told as ApplicationFailure);
    this.close();
    return { kind: 'failed', reason: 'time-limit', detail: `it took more than ${mostMs / 1_000} s` };
  }

  /** Starts the process; undefined once it is ready, else the failure. */
  private async start(): Promise<ApplicationFailure | undefined> {
    const { file, args, limits, environment } = this.program;
    const { processMb, startMs, pageMs, acceptedMs, heapMb } = limits;
    const guard: GuardLimits = { processMb, mostMs: Math.max(pageMs, acceptedMs) + graceMs };
    const child = fork(file, [...args, JSON.stringify(guard)], {
      execArgv: [`--max-old-space-size=${heapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      ...(environment !== undefined && { env: { ...environment } }),
    });
    this.child = child;
    const hear = (told: ApplicationTold | ApplicationFailure): void => {
      if (this.child !== child) return;
      if ('kind' in told) this.child = undefined;
      this.heard?.(told);
    };
    child.on('message', told => hear(told as ApplicationTold));
    child.on('error', error => hear({ kind: 'failed', reason: 'ended', detail: error.message }));
    child.on('exit', (code, signal) => hear(deathOf(code, signal)));
    this.forward(child);
    child.unref();
    child.channel?.unref();
    const told = await this.until(startMs, () => {});
    if (told !== undefined && 'ready' in told) return undefined;
    const why = told === undefined ? `it took more than ${startMs / 1_000} s` : whyOf(told);
    this.close();
    return { kind: 'failed', reason: 'not-started', detail: why };
  }

  /** The next message; undefined after the time. */
  private async until(mostMs: number, begin: () => unknown): Promise<ApplicationTold | ApplicationFailure | undefined> {
    const { promise, resolve } = Promise.withResolvers<ApplicationTold | ApplicationFailure | undefined>();
    this.heard = resolve;
    const timer = setTimeout(() => resolve(undefined), mostMs);
    begin();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.heard = undefined;
    }
  }

  /** Shows the output of an application to the person who wrote it. */
  private forward({ stdout }: ChildProcess): void {
    let left = mostPrinted;
    let isCut = false;
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      const shown = text.slice(0, left);
      left -= shown.length;
      if (shown !== '') process.stderr.write(shown.replaceAll(/^(?=.)/gm, `${this.program.name}: `));
      if (shown.length === text.length || isCut) return;
      isCut = true;
      process.stderr.write(`\n${this.program.name}: what it prints beyond ${mostPrinted} characters is not shown\n`);
    });
    (stdout as { unref?: () => void } | null)?.unref?.();
  }
}

function whyOf(told: ApplicationTold | ApplicationFailure): string {
  if ('unloadable' in told) return told.unloadable;
  return 'detail' in told ? told.detail : 'it answered before it was asked';
}

function deathOf(code: number | null, signal: NodeJS.Signals | null): ApplicationFailure {
  const isMemory = signal === memorySignal || signal === 'SIGABRT' || code === 134;
  const reason: FailureReason = isMemory ? 'memory-limit' : 'ended';
  const detail = isMemory ? 'it used more memory than it may' : `its process ended by ${signal ?? `exit code ${code}`}`;
  return { kind: 'failed', reason, detail };
}
