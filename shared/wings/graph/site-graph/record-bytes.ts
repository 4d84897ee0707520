import { type PackedReader, type PackedWriter, sha256Pattern } from '../../../domain/packed-bytes.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import { type SkipReason, skipReasons } from '../../../domain/skip-reason.ts';
import type { TextTable } from '../../../domain/text-table.ts';
import type { PageFacts } from '../../../domain/turn/page-facts.ts';
import type { FewTexts } from './few-texts.ts';
import type { NodePage, UrlRecord } from './url-record.ts';

/** The first number of a record: what it has. `json`: the record is unusual, and its JSON follows. */
const has = {
  json: 1,
  page: 2,
  facts: 4,
  more: 8,
  language: 16,
  lastModified: 32,
  canonical: 64,
  status: 128,
  unchanged: 256,
  markup: 512,
  detected: 1024,
} as const;
export const recordKinds = ['node', 'redirect', 'duplicate', 'skipped', 'retry'] as const;
const digestBytes = 32;

/** The tables of texts that records share. */
export interface SharedTexts {
  readonly addresses: TextTable;
  /** Media types and languages. */
  readonly words: FewTexts;
}

/** The parts of a record that are stored elsewhere, and those that are wanted. */
interface KnownParts extends Pick<UrlRecord, 'identity' | 'level'>, Pick<NodePage, 'links'> {
  /** Whether the names of a page and its links to names are wanted: they are longer than all else, and one check alone looks at them. */
  readonly withNames: boolean;
}

/** Writes a record, except for where its links are, in some hundred bytes. Values that records share are numbers of `shared`. */
export function writeRecord(out: PackedWriter, record: UrlRecord, { addresses, words }: SharedTexts): void {
  if (!isUsual(record)) {
    out.uint(has.json);
    out.text(JSON.stringify(record));
    return;
  }
  const { address, foundOn, attempts, order, outcome, unchanged, page } = record;
  const facts = page?.facts;
  const more = page === undefined ? undefined : moreOf(page);
  const status = 'status' in outcome ? outcome.status : undefined;
  const flags =
    (page === undefined ? 0 : has.page) |
    (facts === undefined ? 0 : has.facts) |
    (more === undefined ? 0 : has.more) |
    (facts?.language === undefined ? 0 : has.language) |
    (facts?.lastModified === undefined ? 0 : has.lastModified) |
    (facts?.canonical === undefined ? 0 : has.canonical) |
    (status === undefined ? 0 : has.status) |
    (unchanged === undefined ? 0 : has.unchanged) |
    (facts?.markup === undefined ? 0 : has.markup) |
    (facts?.detected === undefined ? 0 : has.detected);
  out.uint(flags);
  out.uint(address === record.identity ? 0 : addresses.add(address) + 1);
  out.uint(foundOn === '' ? 0 : addresses.add(foundOn) + 1);
  out.uint(attempts);
  out.uint(order);
  writeOutcome(out, outcome, addresses);
  if (status !== undefined) out.uint(status);
  if (unchanged !== undefined) out.text(unchanged);
  if (page === undefined) return;
  out.text(page.title);
  out.uint(page.bytes);
  out.uint(page.externalLinks);
  out.uint(page.linksDropped);
  if (facts !== undefined) {
    words.write(out, facts.contentType);
    out.uint(facts.words);
    if (facts.language !== undefined) words.write(out, facts.language);
    if (facts.lastModified !== undefined) out.text(facts.lastModified);
    if (facts.canonical !== undefined) out.text(facts.canonical);
    if (facts.markup !== undefined) writeMarkup(out, facts.markup);
    if (facts.detected !== undefined) words.write(out, facts.detected);
  }
  if (more !== undefined) out.text(JSON.stringify(more));
}

function writeMarkup(out: PackedWriter, markup: NonNullable<PageFacts['markup']>): void {
  const [description, headings, withoutAlt, lostAnchors, insecure, ids = '', away = ''] = markup;
  out.text(description);
  out.text(headings);
  out.uint(withoutAlt);
  out.text(lostAnchors);
  out.text(insecure);
  out.text(ids);
  out.text(away);
}

/** The fields that few pages have. */
type More = readonly [
  page: Pick<NodePage, 'rendering' | 'signature' | 'analyses' | 'fields' | 'hasUnreadFields'>,
  facts: Pick<PageFacts, 'robots' | 'statements' | 'hreflang' | 'hints'>,
];

/** Undefined if a page has nothing of it. */
function moreOf({ rendering, signature, analyses, fields, hasUnreadFields, facts }: NodePage): More | undefined {
  const { robots, statements, hreflang, hints } = facts ?? ({} as Partial<PageFacts>);
  // JSON leaves out what is undefined.
  const more = [
    { rendering, signature, analyses, fields, hasUnreadFields },
    { robots, statements, hreflang, hints },
  ];
  return more.flatMap(Object.values).every(value => value === undefined) ? undefined : (more as unknown as More);
}

export function readRecord(
  from: PackedReader,
  { identity, level, links, withNames }: KnownParts,
  { addresses, words }: SharedTexts,
): UrlRecord {
  const flags = from.uint();
  if ((flags & has.json) !== 0) return { ...(JSON.parse(from.text()) as UrlRecord), identity, level };
  const asked = from.uint();
  const found = from.uint();
  const attempts = from.uint();
  const order = from.uint();
  const record = {
    identity,
    level,
    address: asked === 0 ? identity : addresses.at(asked - 1),
    foundOn: found === 0 ? '' : addresses.at(found - 1),
    attempts,
    order,
    outcome: readOutcome(from, addresses, (flags & has.status) !== 0),
    unchanged: undefined as UrlRecord['unchanged'],
    page: undefined as NodePage | undefined,
  };
  if ((flags & has.unchanged) !== 0) record.unchanged = from.text() as UrlRecord['unchanged'];
  if ((flags & has.page) !== 0) record.page = readPage(from, flags, { links, words, withNames });
  return record as UrlRecord;
}

type PageReading = Pick<KnownParts, 'links' | 'withNames'> & Pick<SharedTexts, 'words'>;

function readPage(from: PackedReader, flags: number, reading: PageReading): NodePage {
  const title = from.text();
  const bytes = from.uint();
  const externalLinks = from.uint();
  const linksDropped = from.uint();
  const page: { -readonly [Key in keyof NodePage]: NodePage[Key] } = {
    title,
    bytes,
    externalLinks,
    linksDropped,
    links: reading.links,
  };
  if ((flags & has.facts) !== 0) page.facts = readFacts(from, flags, reading);
  if ((flags & has.more) === 0) return page;
  const [more, moreFacts] = JSON.parse(from.text()) as More;
  return page.facts === undefined ? { ...page, ...more } : { ...page, ...more, facts: { ...page.facts, ...moreFacts } };
}

function readFacts(from: PackedReader, flags: number, { words, withNames }: PageReading): PageFacts {
  const contentType = words.read(from);
  const facts: { -readonly [Key in keyof PageFacts]: PageFacts[Key] } = { contentType, words: from.uint() };
  if ((flags & has.language) !== 0) facts.language = words.read(from);
  if ((flags & has.lastModified) !== 0) facts.lastModified = from.text();
  if ((flags & has.canonical) !== 0) facts.canonical = from.text();
  if ((flags & has.markup) !== 0) facts.markup = readMarkup(from, withNames);
  if ((flags & has.detected) !== 0) facts.detected = words.read(from);
  return facts;
}

function readMarkup(from: PackedReader, withNames: boolean): NonNullable<PageFacts['markup']> {
  const markup = [from.text(), from.text(), from.uint(), from.text(), from.text()] as const;
  if (withNames) return [...markup, from.text(), from.text()];
  from.skipText();
  from.skipText();
  return markup;
}

/** Its status is written by the caller. */
function writeOutcome(out: PackedWriter, outcome: Outcome, addresses: TextTable): void {
  out.uint(recordKinds.indexOf(outcome.kind));
  if (outcome.kind === 'redirect') out.text(outcome.target);
  else if (outcome.kind === 'skipped' || outcome.kind === 'retry') out.uint(skipReasons.indexOf(outcome.reason));
  else {
    out.hex(outcome.hash);
    if (outcome.kind === 'duplicate') out.uint(addresses.add(outcome.owner));
  }
}

function readOutcome(from: PackedReader, addresses: TextTable, hasStatus: boolean): Outcome {
  const kind = recordKinds[from.uint()]!;
  if (kind === 'redirect') {
    const target = from.text();
    return { kind, status: from.uint(), target };
  }
  if (kind === 'skipped' || kind === 'retry') {
    const reason = skipReasons[from.uint()]! satisfies SkipReason;
    return hasStatus ? { kind, reason, status: from.uint() } : { kind, reason };
  }
  const hash = from.hex(digestBytes);
  return kind === 'node' ? { kind, hash } : { kind, hash, owner: addresses.at(from.uint()) };
}

/** Segments may come from an untrusted source: what is not as a crawl writes it is kept as it is. */
function isUsual({ address, foundOn, attempts, order, outcome, unchanged, page }: UrlRecord): boolean {
  return (
    isText(address) &&
    isText(foundOn) &&
    isCount(attempts) &&
    isCount(order) &&
    isText(unchanged ?? '') &&
    isUsualOutcome(outcome) &&
    (page === undefined || isUsualPage(page))
  );
}

function isUsualOutcome(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'redirect':
      return isText(outcome.target) && isCount(outcome.status);
    case 'skipped':
      // Few addresses have a detail.
      return outcome.detail === undefined && skipReasons.includes(outcome.reason) && isCount(outcome.status ?? 0);
    case 'retry':
      return skipReasons.includes(outcome.reason) && isCount(outcome.status ?? 0);
    case 'node':
      return sha256Pattern.test(outcome.hash);
    case 'duplicate':
      return sha256Pattern.test(outcome.hash) && isText(outcome.owner);
    default:
      return false;
  }
}

function isUsualPage({ title, bytes, externalLinks, linksDropped, facts }: NodePage): boolean {
  if (!isText(title) || !isCount(bytes) || !isCount(externalLinks) || !isCount(linksDropped)) return false;
  if (facts === undefined) return true;
  const { contentType, words, markup = ['', '', 0], language = '', detected = '' } = facts;
  const { lastModified = '', canonical = '' } = facts;
  if (!Array.isArray(markup)) return false;
  const texts = [contentType, language, detected, lastModified, canonical, ...markup.toSpliced(2, 1)];
  return isCount(words) && isCount(markup[2]) && texts.every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
