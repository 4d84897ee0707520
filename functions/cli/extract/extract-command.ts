import { localClock, openLocalFetcher } from '../../../shared/adapters/local/open.ts';
import { pageText } from '../../../shared/domain/html/decode-text.ts';
import { isDrawnByScripts } from '../../../shared/domain/html/drawn-page.ts';
import { looksBinary } from '../../../shared/domain/html/encoding/sniff-binary.ts';
import type { AnswerPage, PageAnswer } from '../../../shared/domain/http/page-answer.ts';
import { redirectTarget } from '../../../shared/domain/http/redirect-target.ts';
import { type PageIdentity, requestIdentityOf } from '../../../shared/domain/http/request-identity.ts';
import { redirectStatuses } from '../../../shared/domain/http/status-names.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { MemoryRecord } from '../../../shared/steps/page/answer-record.ts';
import { HostLines } from '../../../shared/steps/page/host-lines.ts';
import { PoliteAnswers } from '../../../shared/steps/page/polite-answers.ts';
import { extractPage } from '../../../shared/wings/publications/extraction/extract-page.ts';
import { grabPage } from '../../../shared/wings/publications/grabber/grab-page.ts';
import { readRulesFile } from '../rules/read-rules-file.ts';
import { demandAddress } from '../spec/demand-address.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import { readBytes } from '../spec/read-text.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { BadCommand } from '../terminal/print.ts';
import { extractionText } from './extraction-text.ts';

export interface ExtractOptions extends OptionValues {
  readonly url?: string;
  readonly json?: true;
  readonly markup?: true;
  readonly rules?: string;
}

/** Bytes of one page. */
const mostPage = 20_000_000;
const mostRedirects = 10;

interface Page {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly url?: string;
}

type FetchedPage = Page & { readonly url: string };

/** `orbweaver extract`: what one page gives, on standard output. Exit code 2 where the page could not be had. */
export async function extract(page: string, options: ExtractOptions): Promise<number> {
  const given = options.url === undefined ? undefined : demandAddress('--url', options.url).href;
  const rules = options.rules === undefined ? undefined : await readRulesFile('--rules', options.rules);
  const isAddress = /^https?:\/\//i.test(page);
  if (options['render'] !== undefined && !isAddress)
    throw new BadCommand([
      '--render needs the address of a page, for its scripts are requested there; a file is taken as it is.',
    ]);
  const had = isAddress ? await fetchPage(demandAddress('address', page).href, options) : await readPage(page);
  if (typeof had === 'string') {
    process.stderr.write(`orbweaver: ${had}\n`);
    return exitCodes.nothingCrawled;
  }
  const url = given ?? had.url;
  const request = {
    ...{ html: pageText(had), now: localClock().now(), markup: options.markup === true },
    ...(url !== undefined && { url }),
  };
  const extraction = rules === undefined ? extractPage(request) : grabPage({ ...request, rules });
  process.stdout.write(options.json ? `${JSON.stringify(extraction, null, 1)}\n` : extractionText(extraction));
  return exitCodes.finished;
}

async function readPage(file: string): Promise<Page> {
  const body = await readBytes('page', file, mostPage);
  if (looksBinary(body)) throw new BadCommand([`page "${file}" is no HTML page: it is not text. Allowed is HTML.`]);
  return { body, contentType: 'text/html' };
}

/** The page, or a sentence that says why there is none. */
async function fetchPage(address: string, options: ExtractOptions): Promise<Page | string> {
  const { spec } = await gatherSpec({ urls: [address], options });
  const clock = localClock();
  await using fetcher = await openLocalFetcher(spec);
  const lines = new HostLines(clock);
  const answers = new PoliteAnswers({
    ...{ fetcher, clock, identity: requestIdentityOf(spec), delayMs: spec.sites[0]!.delayMs },
    ...{ robots: robotsPolicyNamed(spec.robots), record: new MemoryRecord() },
  });
  let url = address;
  for (let i = 0; i <= mostRedirects; i += 1) {
    const answer = await answers.answer({ address: url, kind: 'document', headers: {}, page: url }, lines);
    if (answer === undefined) return `${url} was not had: ${whyNot([...answers.refused.keys()][0])}.`;
    const next = redirectOf(answer, url);
    if (next === undefined) {
      const page = pageOf(answer, url);
      const { render = 'never' } = spec;
      if (typeof page === 'string' || render === 'never') return page;
      if (render === 'auto' && !isDrawnByScripts(page)) return page;
      return await loaded(page, requestIdentityOf(spec), request => answers.answer(request, lines));
    }
    url = next;
  }
  return `${address} was not had: more than ${mostRedirects} redirects.`;
}

function whyNot(refusal: string | undefined): string {
  if (refusal === 'robots') return 'its robots.txt does not allow it, or gave no answer';
  if (refusal === 'private-address') return 'its host is of a private network (--allow-host would allow to ask it)';
  return 'its host gave no answer';
}

function redirectOf({ status, headers }: PageAnswer, url: string): string | undefined {
  return redirectStatuses.has(status) ? redirectTarget(headerOf(headers, 'location'), url) : undefined;
}

/** After its scripts have run; as it was sent, with a line that says why, where no browser shows it. */
async function loaded(page: FetchedPage, identity: PageIdentity, answer: AnswerPage): Promise<FetchedPage> {
  const { PageShower } = await import('../../embedded/watch/show-page.ts');
  await using shower = new PageShower(identity);
  const shown = await shower.show({ ...page, address: page.url, answer, presses: false });
  if (shown.kind === 'shown') return { ...page, body: shown.html, contentType: 'text/html; charset=utf-8' };
  process.stderr.write(`orbweaver: ${page.url} is taken as it was sent: ${shown.detail.replace(/\.$/, '')}.\n`);
  return page;
}

function pageOf({ status, headers, body }: PageAnswer, url: string): FetchedPage | string {
  const contentType = headerOf(headers, 'content-type') ?? 'text/html';
  if (status >= 300) return `${url} was not had: its host answered with status ${status}.`;
  if (!/html|^\s*text\/plain/i.test(contentType) || looksBinary(body))
    return `${url} is no HTML page but ${contentType.slice(0, 100)}.`;
  return { body, contentType, url };
}

function headerOf(headers: PageAnswer['headers'], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
