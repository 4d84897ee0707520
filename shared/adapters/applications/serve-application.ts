/** Code of an application's process: runs the application, and starts a thread that watches it. */
import { Console } from 'node:console';
import { Worker } from 'node:worker_threads';
import type { ApplicationPage, PublicationApplication } from '../../domain/applications/publication-application.ts';
import { pageTree } from '../../domain/html/page-tree.ts';
import { PageNodes } from '../../domain/html/xpath/page-nodes.ts';
import { evaluateXPath, readXPath } from '../../domain/html/xpath/xpath.ts';
import { parseTree } from '../../domain/turn/analyzed-page.ts';
import type {
  AcceptedAnswer,
  ApplicationAnswer,
  SentPage,
} from '../../wings/publications/applications/application-runner.ts';
import { checkedChange } from '../../wings/publications/applications/checked-change.ts';
import { checkedRecords } from '../../wings/publications/applications/checked-records.ts';
import { type ApplicationCall, type ApplicationTold, memorySignal } from './application-messages.ts';

/** Most keys that `accepted` may keep, and most characters of keys and values together. */
const mostKeys = 1_000;
const mostCharacters = 1_000_000;
const longestDetail = 300;

/**
 * An endless loop blocks the process. So a thread ends it if it uses too much memory, if the starter died, and if a
 * call takes longer than the starter waits.
 */
const guard = `
  const { workerData } = require('node:worker_threads');
  const { parent, mostBytes, begun, mostMs, signal } = workerData;
  setInterval(() => {
    const since = Number(Atomics.load(begun, 0));
    if (process.ppid !== parent || (since > 0 && Date.now() - since > mostMs)) process.kill(process.pid, 'SIGKILL');
    else if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, signal);
  }, 25);
`;

export interface GuardLimits {
  readonly processMb: number;
  /** Longer than any call may take. */
  readonly mostMs: number;
}

/** Serves the calls of the starter until the starter is gone. */
export async function serveApplication(
  load: () => Promise<PublicationApplication>,
  { processMb, mostMs }: GuardLimits,
): Promise<void> {
  const begun = new BigInt64Array(new SharedArrayBuffer(8));
  const workerData = { parent: process.ppid, mostBytes: processMb * 2 ** 20, begun, mostMs, signal: memorySignal };
  new Worker(guard, { eval: true, workerData }).unref();
  // The application's output is for a person; standard error has the crash reports of the machine.
  globalThis.console = new Console(process.stdout, process.stdout);
  process.once('disconnect', () => process.exit());
  const application = await load().catch((error: unknown) => {
    tell({ unloadable: lineOf(error) });
    return undefined;
  });
  if (application === undefined) return;
  process.on('message', (call: ApplicationCall) => {
    Atomics.store(begun, 0, BigInt(Date.now()));
    void answerOf(application, call).then(answer => {
      Atomics.store(begun, 0, 0n);
      tell({ call: call.call, answer });
    });
  });
  tell({ ready: true });
}

function tell(told: ApplicationTold): void {
  process.send?.(told, undefined, {}, error => {
    if (error !== null) process.exit();
  });
}

async function answerOf(
  application: PublicationApplication,
  call: ApplicationCall,
): Promise<ApplicationAnswer | AcceptedAnswer> {
  try {
    return 'read' in call ? await readPage(application, call.read) : await accept(application, call);
  } catch (error) {
    return { kind: 'failed', reason: 'threw', detail: lineOf(error) };
  }
}

async function readPage(application: PublicationApplication, sent: SentPage): Promise<ApplicationAnswer> {
  const { address, type } = sent;
  const isRead = application.reads?.({ address, type }) ?? type === 'article';
  if (!isRead) return { kind: 'passed' };
  const page = applicationPage(sent);
  const changed = await changeOf(application, page);
  if ('detail' in changed)
    return { kind: 'failed', reason: 'bad-records', detail: changed.detail.slice(0, longestDetail) };
  const { change } = changed;
  // A page that is declined has no records.
  const given = change === null ? [] : await application.extract?.(page);
  const checked = checkedRecords(application.columns ?? {}, given);
  if (checked.kind === 'fault')
    return { kind: 'failed', reason: 'bad-records', detail: checked.detail.slice(0, longestDetail) };
  return { kind: 'read', rows: checked.rows, ...(change !== undefined && { change }) };
}

async function changeOf(
  application: PublicationApplication,
  page: ApplicationPage,
): Promise<ReturnType<typeof checkedChange> | { readonly change: undefined }> {
  if (!('extends' in application) || page.publication === undefined) return { change: undefined };
  return checkedChange(await application.publication?.(page.publication, page));
}

async function accept(
  application: PublicationApplication,
  { accepted, values }: Extract<ApplicationCall, { readonly accepted: unknown }>,
): Promise<AcceptedAnswer> {
  const known = new Map(Object.entries(values));
  const changed: Record<string, string | null> = Object.create(null) as Record<string, never>;
  await application.accepted?.(accepted, {
    get: async key => known.get(key),
    set: (key, value) => {
      if (typeof key !== 'string' || (value !== undefined && typeof value !== 'string'))
        throw new TypeError('keys and values of the store are texts');
      if (value === undefined) known.delete(key);
      else known.set(key, value);
      const size = [...known].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
      if (known.size > mostKeys || size > mostCharacters)
        throw new RangeError(
          `the store of an application holds at most ${mostKeys} keys and ${mostCharacters} characters`,
        );
      changed[key] = value ?? null;
    },
  });
  return { kind: 'taken', values: { ...changed } };
}

/** A thrown value as one line, whatever its type. */
function lineOf(error: unknown): string {
  let text: string;
  try {
    text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    text = 'something that is no text';
  }
  return text
    .split('\n')[0]!
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, longestDetail);
}

/** The page as the application sees it; trees are made at their first use. */
function applicationPage(sent: SentPage): ApplicationPage {
  let tree: ReturnType<ApplicationPage['tree']> | undefined;
  let nodes: PageNodes | undefined;
  return {
    ...sent,
    tree: () => (tree ??= parseTree(sent.html)),
    xpath: expression => {
      nodes ??= new PageNodes(pageTree(sent.html).document);
      const page = nodes;
      const value = evaluateXPath(readXPath(expression), page);
      const texts = typeof value === 'string' ? [value] : value.map(node => page.textOf(node));
      return texts.map(text => text.replace(/\s+/g, ' ').trim()).filter(text => text !== '');
    },
  };
}
