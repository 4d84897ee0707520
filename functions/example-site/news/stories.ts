import { fillerParagraph, fillerTitle } from './filler-text.ts';
import { joinedTexts, type MarkedText, markedText } from './marked-text.ts';
import { mentionCases } from './mention-cases.ts';

export type SiteName = 'herald' | 'courier';
export type Section = 'science' | 'society' | 'education';
/** What a story's page is like; `deleted` ones are gone after a while. */
export type StoryKind = 'article' | 'short' | 'long' | 'live' | 'paywall' | 'gallery' | 'blog';

export interface StoryBlock {
  readonly kind: 'p' | 'h2' | 'li' | 'quote' | 'row' | 'entry';
  /** Of an entry of a live blog: its time as shown. */
  readonly time?: string;
  readonly marked: MarkedText;
}

/** The text of a story from an instant on. */
export interface StoryVersion {
  /** Epoch ms. */
  readonly from: number;
  readonly blocks: readonly StoryBlock[];
}

export interface Story {
  readonly site: SiteName;
  readonly number: number;
  readonly kind: StoryKind;
  readonly section: Section;
  readonly title: MarkedText;
  readonly authors: readonly string[];
  /** Epoch ms, whole minutes. */
  readonly published: number;
  readonly versions: readonly StoryVersion[];
  /** From this instant on the page is not there: 404, or 410. */
  readonly gone?: { readonly from: number; readonly status: 404 | 410 };
  /** Number of the story of the herald whose text it is. */
  readonly copyOf?: number;
  /** How the mention case of this story is named. */
  readonly mentionCase?: string;
}

const hour = 3_600_000;
const sections: readonly Section[] = ['science', 'society', 'education'];
const people = [
  'Анна Ким',
  'Иван Петров',
  'Ольга Соловьёва',
  'Тимур Алиев',
  'Мария Зорина',
  'Глеб Лебедев',
  'Вера Нечаева',
];
/** Stories of the herald, and of the courier. */
const storyCounts: Readonly<Record<SiteName, number>> = { herald: 72, courier: 44 };
/** A story comes this often, ms. */
const paces: Readonly<Record<SiteName, number>> = { herald: 1.25 * hour, courier: 2 * hour };
/** Minutes east of UTC in which both sites write. */
export const siteOffset = 180;

/** All stories of a site whose first is published at `begin` (epoch ms): those of the past and of the future. */
export function storiesOf(site: SiteName, begin: number): readonly Story[] {
  return Array.from({ length: storyCounts[site] }, (_, number) => storyOf(site, number, begin));
}

function storyOf(site: SiteName, number: number, begin: number): Story {
  const published = Math.floor((begin + number * paces[site] + (number % 7) * 4 * 60_000) / 60_000) * 60_000;
  const copied = site === 'courier' && number % 5 === 3 ? number : undefined;
  if (copied !== undefined) return copyOf(copied, number, published, begin);
  const seed = site === 'herald' ? number : 1_000 + number;
  const kind = kindOf(site, number);
  const mentioned = site === 'herald' ? mentionCases[number] : undefined;
  const title = markedText(mentioned?.title ?? fillerTitle(seed));
  const first = blocksOf(kind, seed, mentioned?.text);
  return {
    ...{ site, number, kind, title, published },
    section: sections[number % sections.length]!,
    authors: authorsOf(number),
    versions: versionsOf(kind, seed, number, published, first),
    ...(goneOf(number, published) ?? {}),
    ...(mentioned !== undefined && { mentionCase: mentioned.name }),
  };
}

/** A story of the herald that the courier prints later, word for word. */
function copyOf(original: number, number: number, earliest: number, begin: number): Story {
  const story = storyOf('herald', original, begin);
  const [first] = story.versions;
  const published = Math.max(earliest, story.published + hour);
  const { gone: _gone, ...rest } = story;
  return {
    ...rest,
    ...{ site: 'courier', number, kind: 'article', published, copyOf: original },
    versions: [{ from: published, blocks: first!.blocks }],
  };
}

function kindOf(site: SiteName, number: number): StoryKind {
  if (number % 6 === 5) return 'short';
  if (site === 'courier') return number % 4 === 2 ? 'blog' : 'article';
  if (number === 48) return 'live';
  if (number % 24 === 13) return 'paywall';
  if (number % 24 === 20) return 'gallery';
  return number % 5 === 4 ? 'long' : 'article';
}

/** Some have none, some two. */
function authorsOf(number: number): readonly string[] {
  if (number % 9 === 8) return [];
  const first = people[number % people.length]!;
  return number % 11 === 10 ? [first, people[(number + 3) % people.length]!] : [first];
}

function goneOf(number: number, published: number): Pick<Story, 'gone'> | undefined {
  if (number % 19 !== 16) return undefined;
  return { gone: { from: published + 10 * hour, status: number % 2 === 0 ? 404 : 410 } };
}

/** Every eighth story is changed after two hours, and every sixteenth again a day later. */
function versionsOf(
  kind: StoryKind,
  seed: number,
  number: number,
  published: number,
  first: readonly StoryBlock[],
): readonly StoryVersion[] {
  const versions: StoryVersion[] = [{ from: published, blocks: first }];
  const change = (after: number, blocks: readonly StoryBlock[]) => versions.push({ from: published + after, blocks });
  if (kind === 'live') {
    for (let n = 1; n <= 6; n += 1) change(n * hour, liveBlocks(seed, 3 + n));
    return versions;
  }
  const corrected = [...first, p(`Исправление: ${fillerParagraph(seed + 400, 1)}`)];
  if (number % 8 === 3) change(2 * hour, corrected);
  if (number % 16 === 3) change(26 * hour, [...corrected, p(fillerParagraph(seed + 500, 1))]);
  return versions;
}

function p(text: string): StoryBlock {
  return { kind: 'p', marked: markedText(text) };
}

function block(kind: StoryBlock['kind'], text: string): StoryBlock {
  return { kind, marked: markedText(text) };
}

function blocksOf(kind: StoryKind, seed: number, mention: string | undefined): readonly StoryBlock[] {
  const key = mention === undefined ? [] : [p(mention)];
  switch (kind) {
    case 'short':
      return key.length > 0 ? key : [p(fillerParagraph(seed, 1))];
    case 'live':
      return liveBlocks(seed, 3);
    case 'gallery':
      return [p(fillerParagraph(seed, 2)), ...key];
    case 'long':
      return [...ordinary(seed, key), ...longPart(seed)];
    default:
      return ordinary(seed, key);
  }
}

function ordinary(seed: number, key: readonly StoryBlock[]): readonly StoryBlock[] {
  const last = Array.from({ length: 1 + (seed % 3) }, (_, n) => p(fillerParagraph(seed + 100 * (n + 1), 2)));
  return [p(fillerParagraph(seed, 2)), ...key, ...last];
}

/** Headings, a list, a quotation and a table. */
function longPart(seed: number): readonly StoryBlock[] {
  return [
    block('h2', 'Как это было'),
    p(fillerParagraph(seed + 600, 3)),
    ...[1, 2, 3].map(n => block('li', fillerParagraph(seed + 600 + n, 1))),
    block('quote', fillerParagraph(seed + 700, 1)),
    block('h2', 'Что будет дальше'),
    ...['Весна', 'Лето', 'Осень'].map((season, n) => block('row', `${season}\t${(seed + 3) * (n + 2)}\t${n + 1}`)),
    p(fillerParagraph(seed + 800, 3)),
  ];
}

/** Newest first, as live blogs are. */
function liveBlocks(seed: number, entries: number): readonly StoryBlock[] {
  const all = Array.from({ length: entries }, (_, n): StoryBlock => {
    const time = `${String(9 + n).padStart(2, '0')}:${String((n * 13) % 60).padStart(2, '0')}`;
    return { kind: 'entry', time, marked: markedText(`${time} ${fillerParagraph(seed + 900 + n, 1)}`) };
  });
  return all.reverse();
}

/** The text of a version: a block a line, and the places in it that name organizations. */
export function textOfVersion({ blocks }: StoryVersion): MarkedText {
  return joinedTexts(blocks.map(({ marked }) => marked));
}
