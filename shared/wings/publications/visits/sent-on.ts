/**
 * Some pages only send their visitors on, by a refresh or by a script that does nothing else. AMP versions, and pages whose address has
 * further parameters, name the canonical address of their publication. For a watch all of them are redirects.
 */
import { Parser } from 'htmlparser2';
import { pageText } from '../../../domain/html/decode-text.ts';
import { parseRefresh } from '../../../domain/html/meta-refresh.ts';
import { type FetchResult, redirectResult } from '../../../domain/protocol/classify-answer.ts';
import type { FetchedEntry, TurnRecord } from '../../../domain/turn/turn-record.ts';
import { atOrigin, listedAddress, withoutAmp } from '../addresses.ts';
import { hasVariable, pathShape, shapeOf } from '../finding/address-shape.ts';

type PageResult = Extract<FetchResult, { kind: 'page' }>;

/** Such pages are small, bytes. */
const mostBytes = 64 * 1024;
/** From so many words on a page has something to say itself. */
const mostWords = 60;
/** A page that is shown for longer is meant to be read. */
const mostSeconds = 10;

/** Elements that visitors with scripts do not see. */
const unseen: ReadonlySet<string> = new Set(['noscript', 'template', 'style', 'svg']);
const sends =
  /^(?:(?:window|document|self|top|parent)\.)?location(?:(?:\.href)?\s*=\s*|\.(?:replace|assign)\s*\(\s*)(["'`])([^"'`\\\s]+)\1\s*\)?\s*;?$/;

/** The turn, in which each page that sends on is a redirect. `belongs`: whether an address is the source's. */
export function withRedirects(record: TurnRecord, belongs: (address: string) => boolean): TurnRecord {
  const { phase, origin } = record;
  const pageOf = ({ entry, result }: FetchedEntry): string | undefined => {
    if (result.kind !== 'page' || !(entry.look === undefined ? phase.level > 0 : entry.look.kind === 'publication'))
      return undefined;
    const page = canonicalOfVersion(result, entry);
    const own = page && atOrigin(page, origin);
    return own !== undefined && belongs(own) && new URL(own).pathname !== '/' ? own : undefined;
  };
  return { ...record, entries: record.entries.map(each => ({ ...each, result: resultOf(each, pageOf(each)) })) };
}

function resultOf({ entry, result }: FetchedEntry, page: string | undefined): FetchResult {
  if (result.kind !== 'page') return result;
  const target = targetOf(result) ?? page;
  const sentOn = target === undefined ? result : redirectResult(entry, 200, target);
  // A page that reloads itself stays.
  return sentOn.kind === 'redirect' ? sentOn : result;
}

/** Characters of a document in which its root element and its canonical address are. */
const mostOfHead = 100_000;
const ampRoot = /<html\s(?:[^>]*\s)?(?:amp|⚡)(?=[\s=>])/i;

/** Parameters by which one address has several pages. */
const choosing =
  /^(?:lang(?:uage)?|locale|hl|l|page|n|p|q|s)$|id$|(?:^|_)(?:article|artikel|story|news|post|item|doc(?:ument)?|nr|no|num)$/i;

/** The canonical address of an AMP page, or of a page whose address has more parameters than its canonical one. */
function canonicalOfVersion(page: PageResult, { address, look }: FetchedEntry['entry']): string | undefined {
  const isAmp = withoutAmp(address) !== address || ampRoot.test(Buffer.from(page.body.subarray(0, 2_000)).toString());
  // A further page of an article has a parameter, too.
  if (!isAmp && (look !== undefined || !address.includes('?'))) return undefined;
  const canonical = canonicalIn(page, address);
  return isAmp || (canonical !== undefined && isWithoutParameters(canonical, address)) ? canonical : undefined;
}

/** Whether only parameters are left out, and what is left looks like the address of one publication. */
function isWithoutParameters(canonical: string, address: string): boolean {
  const [own, other] = [new URL(canonical), new URL(address)];
  const left = [...other.searchParams.keys()].filter(name => !own.searchParams.has(name));
  return (
    own.pathname === other.pathname &&
    left.length > 0 &&
    !left.some(name => choosing.test(name)) &&
    [...own.searchParams].every(([name, value]) => other.searchParams.get(name) === value) &&
    hasVariable(pathShape(shapeOf(canonical)))
  );
}

function canonicalIn(page: PageResult, address: string): string | undefined {
  const [canonical] = pageText(page)
    .slice(0, mostOfHead)
    .matchAll(/<link\s[^>]{1,2000}>/gi)
    .flatMap(([link]) =>
      /\srel\s*=\s*["']?canonical\b/i.test(link) ? [/\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(link)] : [],
    );
  const written = canonical?.slice(1).find(each => each !== undefined);
  return written === undefined ? undefined : listedAddress(written, address);
}

/** The address as the page writes it; undefined if the page stays. */
function targetOf({ refresh, rendering, ...page }: PageResult): string | undefined {
  const sent = rendering?.kind === 'rendered' ? { body: rendering.raw, contentType: rendering.rawType } : page;
  if (sent.body.byteLength > mostBytes) return undefined;
  const { words, refreshes, scripts } = signsOf(pageText(sent));
  if (words >= mostWords) return undefined;
  const soon = [refresh, ...refreshes].flatMap(each => soonTo(each) ?? []);
  return soon[0] ?? (scripts.length === 1 ? sends.exec(scripts[0]!.trim())?.[2] : undefined);
}

/** The number of words that visitors see on a page, and the ways in which it may send them on. */
function signsOf(html: string): { readonly words: number; readonly refreshes: string[]; readonly scripts: string[] } {
  const [refreshes, scripts]: [string[], string[]] = [[], []];
  const open: string[] = [];
  let words = 0;
  const parser = new Parser({
    onopentag: (name, { 'http-equiv': says = '', content = '' }) => {
      if (unseen.has(name) || name === 'script') open.push(name);
      if (name === 'script') scripts.push('');
      if (name === 'meta' && open.length === 0 && says.toLowerCase() === 'refresh') refreshes.push(content);
    },
    onclosetag: name => {
      if (name === open.at(-1)) open.pop();
    },
    ontext: text => {
      if (open.length === 0) words += text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
      else if (open.length === 1 && open[0] === 'script') scripts.push((scripts.pop() ?? '') + text);
    },
  });
  parser.end(html);
  return { words, refreshes, scripts };
}

function soonTo(refresh = ''): string | undefined {
  const { seconds = 0, url = '' } = parseRefresh(refresh) ?? {};
  return seconds <= mostSeconds && url !== '' ? url : undefined;
}
