/**
 * Wishes of owners of sites beside the rules of robots.txt: Content-Signal (contentsignals.org), Content-Usage (IETF drafts
 * aipref-attach and aipref-vocab), License (RSL 1.0), TDMRep (W3C TDM Reservation Protocol), X-Robots-Tag and `meta name=robots`.
 * All of it comes from outside, so counts and lengths are bounded here.
 */
import { cutText } from '../cut-text.ts';
import type { PageHeaders } from '../http/fetch-answer.ts';
import { jsonOf } from '../spec/fields/json-of.ts';
import { lineToken } from './agent-token.ts';
import { buildRuleIndex, readings } from './rule-index.ts';

export const purposes = ['research', 'archive', 'ai-training'] as const;
export type Purpose = (typeof purposes)[number];

/** Directives of a page that a crawl heeds where its spec says so. */
export const directiveNames = ['noindex', 'nofollow'] as const;
export type Directive = (typeof directiveNames)[number];

/** One wish, as it was written. */
export interface Preference {
  readonly source: 'robots.txt' | 'tdmrep.json' | 'header' | 'meta';
  /** Product tokens in lower case, `, ` between; `*`: every crawler. */
  readonly agent: string;
  /** Pattern of paths as robots.txt has it; `''`: the whole host, or the page. */
  readonly path: string;
  /** Name of the field, in lower case. */
  readonly name: string;
  readonly raw: string;
  /** `train-ai=n, search=y`; directives; an address; `''`: the text is none that the source defines. */
  readonly value: string;
}

/** Header fields that hold nothing but wishes. */
export const wishFields = ['tdm-reservation', 'tdm-policy', 'content-usage', 'content-signal'] as const;

const mostOfFile = 200;
const longestRaw = 500;

export function tdmrepAddress(origin: string): string {
  return `${origin}/.well-known/tdmrep.json`;
}

/** `key=value` items of a list; parameters of an item (RFC 9651) do not count. */
function pairsOf(text: string): string {
  const pairs = text.split(',').map(item => /^\s*([\w-]+)\s*[=:]\s*([\w-]+)\s*(?:;.*)?$/.exec(item));
  return pairs
    .flatMap(pair => (pair === null ? [] : [`${pair[1]!.toLowerCase()}=${pair[2]!.toLowerCase()}`]))
    .join(', ');
}

function usageOf(text: string): Pick<Preference, 'path' | 'value'> {
  const [, path = '', list = text] = /^(\/\S*)\s+(.*)$/s.exec(text) ?? [];
  return { path, value: pairsOf(list) };
}

/** Lines of robots.txt, with the agents of their group; a line above every group is of all crawlers. */
export function robotsPreferences(text: string): readonly Preference[] {
  const found: Preference[] = [];
  let agents: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [content = ''] = line.slice(0, 2_000).split('#');
    const colon = content.indexOf(':');
    const name = content.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const raw = cutText(content.slice(colon + 1).trim(), longestRaw);
    if (name === 'user-agent') {
      agents = isOpen ? [...agents, lineToken(raw)].slice(0, mostOfFile) : [lineToken(raw)];
      isOpen = true;
      continue;
    }
    if (name === '') continue;
    isOpen = false;
    const agent = name === 'license' || agents.length === 0 ? '*' : agents.filter(Boolean).join(', ');
    const common = { source: 'robots.txt', agent: cutText(agent, longestRaw), name, raw } as const;
    // Owners part signals by semicolons and blanks, too.
    if (name === 'content-signal')
      found.push({ ...common, ...usageOf(raw.replaceAll(/(?<=\w)(?:\s*;|\s+(?=[\w-]+\s*[=:]))/g, ',')) });
    else if (name === 'content-usage') found.push({ ...common, ...usageOf(raw) });
    else if (name === 'license') found.push({ ...common, path: '', value: URL.parse(raw)?.href ?? '' });
    if (found.length === mostOfFile) break;
  }
  return found;
}

/** Rules of `/.well-known/tdmrep.json`, in their order: the first whose location fits holds. */
export function tdmrepPreferences(text: string): readonly Preference[] {
  const rules = jsonOf(text.replace(/^\ufeff/, ''));
  // Owners of a single rule leave out the brackets.
  const isRule = typeof rules === 'object' && rules !== null && 'tdm-reservation' in rules;
  const all: readonly unknown[] = isRule ? [rules] : Array.isArray(rules) ? rules : [];
  return all.slice(0, mostOfFile).flatMap((rule: unknown) => {
    if (typeof rule !== 'object' || rule === null) return [];
    const said = rule as Readonly<Record<string, unknown>>;
    const path = typeof said['location'] === 'string' ? cutText(said['location'], longestRaw) : '';
    const at = (name: string, value: string): Preference => ({
      ...{ source: 'tdmrep.json', agent: '*', path, name },
      ...{ raw: cutText(JSON.stringify(rule), longestRaw), value },
    });
    const policy = said['tdm-policy'];
    return [
      at('tdm-reservation', reservationOf(String(Number(said['tdm-reservation'] ?? Number.NaN)))),
      ...(typeof policy === 'string' ? [at('tdm-policy', URL.parse(policy)?.href ?? '')] : []),
    ];
  });
}

/** A field that two servers set comes as a list: a reservation among them holds. */
function reservationOf(text: string): string {
  return /^\s*[01](?:\s*,\s*[01]){0,9}\s*$/.test(text) ? (text.includes('1') ? '1' : '0') : '';
}

/** A field of a page: `header` or `meta`, its name, and its text; how segments keep it. */
export type PageStatement = readonly [source: 'header' | 'meta', name: string, raw: string];

/** Directives that only allow, or say how long a snippet is, are no wishes. */
const wishes = /(?:^|[\s,;:])no[a-z]+/i;
const wishName = /^(?:robots|[a-z-]*bot(?:-[a-z]+)?|tdm-reservation|tdm-policy)$/;

const onlyDirectives =
  /^\s*(?:all|none|index|follow|no(?:index|follow|archive|ai|imageai|imageindex|snippet|cache))(?:[\s,;]+[\w:-]+){0,20}\s*$/i;

/** Whether a `meta` with this name, in lower case, may hold a wish: of all crawlers, or of one whose name nobody knows. */
export function isWish(name: string, content: string): boolean {
  return (
    wishName.test(name) ||
    (/^(?!author|keywords|rating|copyright)[a-z][\w.-]*$/.test(name) && onlyDirectives.test(content))
  );
}

export function statementsOf(
  headers: PageHeaders | undefined,
  metas: readonly (readonly [name: string, content: string])[],
): readonly PageStatement[] {
  const found: PageStatement[] = [];
  for (const name of wishFields) if (headers?.[name] !== undefined) found.push(['header', name, headers[name]]);
  const robots = headers?.['x-robots-tag'];
  if (robots !== undefined && wishes.test(robots)) found.push(['header', 'x-robots-tag', robots]);
  for (const [name, content] of metas)
    if (name.startsWith('tdm-') || wishes.test(content)) found.push(['meta', name, cutText(content, longestRaw)]);
  return found;
}

/** `unavailable_after: …` and `max-snippet: …` are no agents. */
const itemOfAgent = /^\s*(?!unavailable_after|max-)([a-z\d][\w.-]*)\s*:\s*(.*)$/i;

/** Whether a field X-Robots-Tag, or its beginning, is for a single crawler. */
export function namesAgent(field: string): boolean {
  return itemOfAgent.test(field.split(',', 1)[0]!);
}

const directive = '(?:no[a-z]+|none|all|index|follow)';
/** Owners part directives by semicolons and blanks, too. */
const parted = new RegExp(`\\s*[,;]|(?<=\\b${directive})\\s+(?=${directive}\\b)`, 'g');

/** A statement of a page; of X-Robots-Tag one for each agent. */
export function pagePreferences([source, name, raw]: PageStatement): readonly Preference[] {
  const one = (agent: string, value: string): Preference => ({ source, agent, path: '', name, raw, value });
  if (name === 'tdm-reservation') return [one('*', reservationOf(raw))];
  if (name === 'tdm-policy') return [one('*', URL.parse(raw.trim())?.href ?? '')];
  if (name === 'content-usage' || name === 'content-signal') return [one('*', pairsOf(raw))];
  const byAgent = new Map<string, string[]>();
  let agent = source === 'meta' && name !== 'robots' ? name : '*';
  for (const item of raw.toLowerCase().split(parted)) {
    const named = itemOfAgent.exec(item);
    if (named !== null) agent = named[1]!;
    const directive = (named?.[2] ?? item).trim();
    if (directive !== '') byAgent.set(agent, [...(byAgent.get(agent) ?? []), directive]);
  }
  return [...byAgent].map(([each, directives]) => one(each, [...new Set(directives)].join(', ')));
}

/** Wishes that a crawl for a purpose heeds; `name` or `name=value`. */
const refusals: Readonly<Record<Purpose, readonly string[]>> = {
  research: ['tdm-reservation=1', 'bots=n', 'automated=n'],
  archive: ['noarchive', 'none', 'bots=n', 'automated=n'],
  'ai-training': [
    ...['tdm-reservation=1', 'bots=n', 'automated=n', 'ai-train=no', 'train-ai=n', 'train-genai=n', 'ai=n', 'genai=n'],
    ...['noai', 'noarchive'],
  ],
};

export interface Heeding {
  readonly purpose?: Purpose | undefined;
  readonly heed?: readonly Directive[] | undefined;
  /** Product token of the crawler. */
  readonly agent: string;
}

/** The item of the wish that the crawl heeds, `train-ai=n`; undefined: it may take what the wish is of. */
export function heededItem({ agent, name, value }: Preference, heeding: Heeding): string | undefined {
  const { purpose, heed = [] } = heeding;
  const isOurs = agent === '*' || agent.split(', ').some(each => each === '*' || each === heeding.agent.toLowerCase());
  if (!isOurs) return undefined;
  const items = name === 'tdm-reservation' ? [`${name}=${value}`] : value.split(/,\s*/);
  const refused = purpose === undefined ? [] : refusals[purpose];
  const isHeeded = (item: string): boolean =>
    refused.includes(item) || (heed.includes('noindex') && (item === 'noindex' || item === 'none'));
  return items.find(isHeeded);
}

/**
 * Why a path of the host is left out; undefined: it may be taken. Of tdmrep.json the first rule that fits holds, of Content-Usage
 * the longest path; a group that names the crawler counts in place of the group of all (RFC 9309 2.2.1).
 */
export function compileWishes(
  preferences: readonly Preference[],
  heeding: Heeding,
): (pathAndQuery: string) => string | undefined {
  const fitting = preferences.map(preference => ({ ...preference, fits: pathMatcher(preference.path) }));
  const own = ({ agent }: Preference): boolean => agent.split(', ').includes(heeding.agent.toLowerCase());
  const ofName = (name: string): typeof fitting => {
    const all = fitting.filter(each => each.name === name);
    return all.some(own) ? all.filter(own) : all;
  };
  const [signals, usages, tdm] = [ofName('content-signal'), ofName('content-usage'), ofName('tdm-reservation')];
  usages.sort((a, b) => b.path.length - a.path.length);
  return pathAndQuery => {
    const first = (list: typeof fitting): typeof fitting => {
      const found = list.find(({ fits }) => fits(pathAndQuery));
      return found === undefined ? [] : list.filter(each => each.path === found.path);
    };
    for (const preference of [...signals, ...first(usages), ...first(tdm).slice(0, 1)]) {
      const item = heededItem(preference, heeding);
      if (item !== undefined) return `${item} (${preference.source})`;
    }
    return undefined;
  };
}

const [reading] = readings;

function pathMatcher(path: string): (pathAndQuery: string) => boolean {
  if (path === '') return () => true;
  const rules = buildRuleIndex([{ line: 1, kind: 'disallow', pattern: path }], reading!);
  return pathAndQuery => rules.longest(reading!.path(pathAndQuery)) !== undefined;
}

/** Why a page is left out for what it or its answer says; undefined: it is taken. */
export function heededIn(statements: readonly PageStatement[], heeding: Heeding): string | undefined {
  for (const statement of statements)
    for (const preference of pagePreferences(statement)) {
      const item = heededItem(preference, heeding);
      if (item !== undefined) return `${item} (${statement[0]} ${statement[1]})`;
    }
  return undefined;
}

/** Whether links of the page are not followed. */
export function hasNofollow(statements: readonly PageStatement[], agent: string): boolean {
  const ours = statements
    .flatMap(pagePreferences)
    .filter(each => each.agent === '*' || each.agent === agent.toLowerCase());
  return ours.some(({ value }) => /(?:^|, )(?:nofollow|none)(?:,|$)/.test(value));
}
