import { lineToken } from './agent-token.ts';

/** A robots.txt as written; `compileRobots` picks the rules for one crawler. Line numbers count from 1. */
export interface RobotsTxt {
  readonly groups: readonly RobotsGroup[];
  /** Values of `Sitemap` lines (RFC 9309 2.2.4: they belong to no group). */
  readonly sitemaps: readonly string[];
}

/** `User-agent` lines and the lines that follow them (RFC 9309 2.2.1). Several groups may name the same crawler. */
export interface RobotsGroup {
  /** Lower-case product tokens, `*` for everybody else; `''` for a name that no product token can equal. */
  readonly agents: readonly string[];
  /** In the order of their lines, without rules that have no path. */
  readonly rules: readonly RobotsRule[];
  readonly crawlDelays: readonly CrawlDelayLine[];
}

export interface RobotsRule {
  readonly line: number;
  readonly kind: 'allow' | 'disallow';
  /** The path pattern as written. */
  readonly pattern: string;
}

/**
 * A `Crawl-delay` line, which no RFC defines. It holds for the `User-agent` lines above it, up to the previous
 * `Crawl-delay`. So `User-agent: Slow`, `Crawl-delay: 120`, `User-agent: *`, `Crawl-delay: 1` is 120 s for `Slow` and 1
 * s for the others, although RFC 9309 puts both into one group.
 */
export interface CrawlDelayLine {
  readonly line: number;
  readonly value: string;
  readonly agents: ReadonlySet<string>;
}

interface OpenGroup {
  readonly agents: string[];
  readonly rules: RobotsRule[];
  readonly crawlDelays: CrawlDelayLine[];
  /** Agents for which a `Crawl-delay` here would hold. */
  delayAgents: Set<string>;
  /** Whether a rule was read: then the next `User-agent` begins another group. */
  closed: boolean;
}

type FieldName = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay';

export const robotsLineEnd = /\r\n?|\n/;

/** The rest of a longer line is ignored, as in google/robotstxt (eight times the longest address of a browser). */
const maxLineLength = 8 * 2083 - 1;

/** A field is recognized by its beginning. The misspellings are those that google/robotstxt accepts. */
const spellings: readonly (readonly [beginning: string, name: FieldName])[] = [
  ['disallow', 'disallow'],
  ['allow', 'allow'],
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['crawl delay', 'crawl-delay'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
];

/**
 * Reads a robots.txt (RFC 9309 2.2) in linear time. Never throws: lines without meaning (HTML, binary, unknown fields)
 * are skipped and do not end a group.
 */
export function parseRobots(text: string): RobotsTxt {
  const groups: OpenGroup[] = [];
  const sitemaps: string[] = [];
  let line = 0;
  for (const lineText of text.replace(/^\uFEFF/, '').split(robotsLineEnd)) {
    line += 1;
    const field = readField(lineText);
    switch (field?.name) {
      case 'sitemap':
        sitemaps.push(field.value);
        break;
      case 'user-agent':
        addAgent(openGroup(groups), lineToken(field.value));
        break;
      case 'crawl-delay':
        addCrawlDelay(groups.at(-1), line, field.value);
        break;
      case 'allow':
      case 'disallow':
        addRule(groups.at(-1), { line, kind: field.name, pattern: field.value });
    }
  }
  return { groups, sitemaps };
}

/** The group that a `User-agent` line belongs to: the last one as long as it has no rule. */
function openGroup(groups: OpenGroup[]): OpenGroup {
  const last = groups.at(-1);
  if (last !== undefined && !last.closed) return last;
  const group: OpenGroup = { agents: [], rules: [], crawlDelays: [], delayAgents: new Set(), closed: false };
  groups.push(group);
  return group;
}

/**
 * A `Crawl-delay` above this line does not hold for this agent, and a later one does not hold for the agents above
 * that.
 */
function addAgent(group: OpenGroup, agent: string): void {
  if (group.crawlDelays.at(-1)?.agents === group.delayAgents) group.delayAgents = new Set();
  group.agents.push(agent);
  group.delayAgents.add(agent);
}

/** The first rule closes a group, even an empty rule. A rule above the first `User-agent` holds for nobody. */
function addRule(group: OpenGroup | undefined, rule: RobotsRule): void {
  if (group === undefined) return;
  group.closed = true;
  if (rule.pattern !== '') group.rules.push(rule);
}

function addCrawlDelay(group: OpenGroup | undefined, line: number, value: string): void {
  group?.crawlDelays.push({ line, value, agents: group.delayAgents });
}

/** Splits `name : value # comment`; `undefined` for an unknown field. */
function readField(line: string): { readonly name: FieldName; readonly value: string } | undefined {
  const content = withoutComment(line.slice(0, maxLineLength));
  const separator = findSeparator(content);
  if (separator === -1) return undefined;
  const name = fieldName(content.slice(0, separator));
  return name && { name, value: withoutBlanks(content.slice(separator + 1)) };
}

/** A NUL ends the line too, as in google/robotstxt. */
function withoutComment(line: string): string {
  const comment = line.indexOf('#');
  const content = comment === -1 ? line : line.slice(0, comment);
  const nul = content.indexOf('\0');
  return withoutBlanks(nul === -1 ? content : content.slice(0, nul));
}

/** Removes ASCII white space at both ends: a no-break space is part of a path (RFC 9309 2.2). */
function withoutBlanks(text: string): string {
  const last = text.length - 1;
  if (!isBlank(text.charCodeAt(0)) && !isBlank(text.charCodeAt(last))) return text;
  let [start, end] = [0, last];
  while (start <= end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end))) end -= 1;
  return text.slice(start, end + 1);
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** The place of the colon or, if it was forgotten, of the white space in a line of two words. */
function findSeparator(content: string): number {
  const colon = content.indexOf(':');
  if (colon !== -1) return colon;
  const space = content.search(/[ \t]/);
  return space !== -1 && !/[ \t]/.test(content.slice(space).trim()) ? space : -1;
}

function fieldName(key: string): FieldName | undefined {
  const lower = key.toLowerCase();
  for (const [beginning, name] of spellings) if (lower.startsWith(beginning)) return name;
  return undefined;
}
