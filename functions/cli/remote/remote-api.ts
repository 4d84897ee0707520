import { existsSync, readFileSync } from 'node:fs';
import type { ApiClient } from '../../../shared/adapters/remote/open.ts';
import { isText, readBody } from '../../../shared/domain/http/read-body.ts';
import { nextPart } from '../../../shared/domain/next-part.ts';
import { BadCommand } from '../terminal/print.ts';

export interface RemoteOptions {
  /** Address of the API. */
  readonly api?: string;
  /** Name of the stack whose output is its address, where the file has several. */
  readonly stack?: string;
  readonly json?: true;
}

/** The file that `cdk deploy --outputs-file` writes, in the folder where the command runs. */
const outputsFile = 'cdk-outputs.json';

/** A client of the API that `--api`, ORBWEAVER_API, or the stack's output file names. Throws `BadCommand`. */
export async function remoteApi(options: RemoteOptions): Promise<Remote> {
  const { client, address } = await remoteClient(options);
  return new Remote(client, address, inCommands);
}

/** The same without the manners of a command. */
export async function remoteClient(
  options: RemoteOptions,
): Promise<{ readonly client: ApiClient; readonly address: URL }> {
  const address = apiAddress(options.api, options.stack);
  const { openApi } = await import('../../../shared/adapters/remote/open.ts');
  return { client: openApi(address), address };
}

/** A stack that is named counts before the environment. */
function apiAddress(option: string | undefined, stack: string | undefined): URL {
  const given = option ?? (stack === undefined ? process.env['ORBWEAVER_API'] : undefined);
  const text = given || deployedAddress(stack);
  const url = URL.parse(text ?? '');
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return onEmulator(url);
  const shown = text === undefined ? 'a missing value' : JSON.stringify(text.slice(0, 200));
  throw new BadCommand([
    `--api: ${shown} is refused; allowed is the address of the API: the output ApiUrl of the stack, by --api, in ORBWEAVER_API, or in ${outputsFile} (cdk deploy --outputs-file ${outputsFile}).`,
  ]);
}

/**
 * Where the SDKs are sent to an emulator by `AWS_ENDPOINT_URL`, nothing answers at the name that it gives the API: it
 * serves the API below its own address.
 */
function onEmulator(api: URL): URL {
  const endpoint = process.env['AWS_ENDPOINT_URL'];
  const [, id] = /^([a-z0-9]+)\.execute-api\./.exec(api.hostname) ?? [];
  if (endpoint === undefined || !URL.canParse(endpoint) || id === undefined) return api;
  return new URL(`/_aws/execute-api/${id}${api.pathname}`, endpoint);
}

function deployedAddress(stack: string | undefined): string | undefined {
  if (!existsSync(outputsFile)) return undefined;
  const stacks = readOutputs();
  const names = Object.keys(stacks).filter(name => stacks[name]?.ApiUrl !== undefined);
  if (stack === undefined && names.length > 1)
    throw new BadCommand([`${outputsFile} has the APIs of several stacks (${names.join(', ')}); choose one by --api.`]);
  if (stack === undefined) return stacks[names[0] ?? '']?.ApiUrl;
  const named = Object.hasOwn(stacks, stack) ? stacks[stack]?.ApiUrl : undefined;
  if (named !== undefined) return named;
  throw new BadCommand([
    `--remote: ${JSON.stringify(stack)} is refused; allowed are the stacks in ${outputsFile}: ${Object.keys(stacks).join(', ')}.`,
  ]);
}

function readOutputs(): Record<string, { readonly ApiUrl?: string }> {
  try {
    return JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, { readonly ApiUrl?: string }>;
  } catch (error) {
    throw new BadCommand([
      `${outputsFile} cannot be read (${(error as Error).message}); allowed is what cdk deploy wrote.`,
    ]);
  }
}

/** Nothing, or nobody who could say more, answered: the same call may be answered a little later. */
export class Unanswered extends BadCommand {}

/** The API as the commands use it: an answer that is a problem becomes the sentences of an error, in the words of the door. */
export class Remote {
  private readonly client: ApiClient;
  private readonly address: URL;
  private readonly inWords: (sentence: string) => string;

  constructor(client: ApiClient, address: URL, inWords = (sentence: string) => sentence) {
    this.client = client;
    this.address = address;
    this.inWords = inWords;
  }

  async call<T>(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<T> {
    const { status, body: answer } = await this.ask(method, path, body, headers);
    if (status < 400 && !isText(answer)) return answer as T;
    if (status < 400)
      throw new BadCommand([
        `--api: ${this.address.href} answers with a text that is no JSON; allowed is the address of a deployed API, the output ApiUrl of the stack.`,
      ]);
    const sentences = this.sentencesOf(status, answer);
    throw status >= 500 || status === 429 ? new Unanswered(sentences) : new BadCommand(sentences);
  }

  /** Sends a text as it is, and gives the answer. */
  async send<T>(method: string, path: string, text: string): Promise<T> {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const answer = await this.answered(async () => await this.client.forward(method, path, text, headers));
    const body = readBody(await answer.text());
    if (answer.status >= 400) throw new BadCommand(this.sentencesOf(answer.status, body));
    return body as T;
  }

  /** A text that the API may give in parts: each as it came, in their order. */
  async *parts(path: string): AsyncGenerator<string> {
    for (let next: string | undefined = path; next !== undefined; ) {
      const at: string = next;
      const answer = await this.answered(async () => await this.client.forward('GET', at, undefined, {}));
      const text = await answer.text();
      if (answer.status >= 400) throw new BadCommand(this.sentencesOf(answer.status, readBody(text)));
      yield text;
      const rest = nextPart(answer.headers);
      next = rest === undefined ? undefined : `${path.split('?')[0]}${rest}`;
    }
  }

  /** The entries of a list that comes in pages, each page's `name`. */
  async *entries<T>(path: string, name: string): AsyncGenerator<T> {
    for (let next: string | undefined = path; next !== undefined; ) {
      const page: { readonly next?: string } & Readonly<Record<string, readonly T[]>> = await this.call('GET', next);
      yield* page[name] ?? [];
      next = page.next === undefined ? undefined : `${path}?cursor=${encodeURIComponent(page.next)}`;
    }
  }

  private sentencesOf(status: number, answer: unknown): readonly string[] {
    return sentencesOf(status, answer).map(this.inWords);
  }

  private async ask(...request: Parameters<ApiClient['call']>): ReturnType<ApiClient['call']> {
    return await this.answered(async () => await this.client.call(...request));
  }

  private async answered<T>(asked: () => Promise<T>): Promise<T> {
    try {
      return await asked();
    } catch (error) {
      const { message, cause, name } = error as Error;
      if (name === 'CredentialsProviderError') {
        const profile = process.env['AWS_PROFILE'];
        const whose = profile ? ` of the profile ${JSON.stringify(profile)}, which AWS_PROFILE names` : '';
        throw new BadCommand([
          `there are no AWS credentials${whose} (${message}); allowed is what the AWS CLI takes too, or ORBWEAVER_API_KEY.`,
        ]);
      }
      const why = cause instanceof Error ? cause.message : message;
      throw new Unanswered([
        `--api: ${this.address.href} does not answer (${why}); allowed is the address of a deployed API that can be reached from here.`,
      ]);
    }
  }
}

/** Our own problems say their sentences; API Gateway has one in `message`, or in `Message` where a right is missing. */
function sentencesOf(status: number, answer: unknown): readonly string[] {
  const { errors, detail, message, Message } = Object(answer) as Record<string, unknown>;
  if (Array.isArray(errors) && errors.length > 0) return errors.map(error => String(Object(error)['message']));
  const said = detail ?? message ?? Message;
  const hint = detail === undefined && (status !== 404 || said === undefined) ? (hints[status] ?? '') : '';
  const why = said === undefined ? '' : `: ${String(said).slice(0, 500).trimEnd().replace(/\.$/, '')}`;
  return [`the API answered ${status}${why}${hint}`];
}

/** Calls of the API that our sentences name, and the commands that make them. */
const commands: ReadonlyMap<string, string> = new Map([
  ['GET /crawls', 'ls'],
  ['GET /crawls/ID', 'status ID'],
  ['POST /crawls/ID/stop', 'stop ID'],
  ['GET /watches', 'watches ls'],
  ['POST /watches', 'watches new'],
  ['POST /watches/ID/stop', 'watches stop ID'],
  ['GET /watches/ID/sources', 'watches sources list ID'],
  ['GET /watches/ID/publications', 'publications ID'],
  ['GET /watches/ID/quality', 'models list ID'],
  ['POST /watches/ID/models', 'models import ID'],
]);

function inCommands(sentence: string): string {
  return sentence.replaceAll(/\b(?:GET|POST) \/[\w/]+/g, call => {
    const command = commands.get(call);
    return command === undefined ? call : `orbweaver remote ${command}`;
  });
}

const atLimit = '; functions of the account may be at their limit of concurrent executions: docs/runbook.md, Throttles';
/** Of answers that API Gateway gives without asking the function. */
const hints: Readonly<Record<number, string>> = {
  403: '; check the AWS credentials, rights and region, the clock of this machine, or ORBWEAVER_API_KEY',
  404: '; check the address of the API: --api, ORBWEAVER_API',
  429: '; the API takes 50 requests a second, and of an API key its quota a day: send it again later',
  ...{ 500: atLimit, 502: atLimit, 503: atLimit, 504: atLimit },
};

/** Throws `BadCommand`. */
export function watchPath(id: string): string {
  return pathOf('watch', 'watches', id, 'remote watches new');
}

/** The id as it is in a path. Throws `BadCommand`. */
export function crawlPath(id: string): string {
  return pathOf('crawl', 'crawls', id, 'remote start');
}

function pathOf(what: string, folder: string, id: string, command: string): string {
  if (/^[\w-]{1,64}$/.test(id)) return `${folder}/${id}`;
  const shown = JSON.stringify(id.slice(0, 100));
  throw new BadCommand([`${what}: ${shown} is refused; allowed is the id that ${command} printed.`]);
}
