/** The truth of the bundled news sites: what their publications say, and whom they name. */
import type { NewsSites } from '../../functions/example-site/news/news-site.ts';
import { siteOffset } from '../../functions/example-site/news/site-times.ts';
import type { SiteName, Story, StoryVersion } from '../../functions/example-site/news/stories.ts';
import { sectionTitles, shownDate } from '../../functions/example-site/news/story-page.ts';

/** A place in a text that names an organization, by the sense of the text. */
interface TrueMention {
  readonly organization: string;
  /** UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
  /** The tone towards the organization. */
  readonly tone: Tone;
}

type Tone = 'positive' | 'negative' | 'neutral';

interface MarkedText {
  readonly text: string;
  readonly mentions: readonly TrueMention[];
}

const tones: Readonly<Record<string, Tone>> = { '+': 'positive', '-': 'negative', '': 'neutral' };
const mark = /\[([a-z]+)([+-]?):([^\]]+)\]/g;

/** Reads `[msu+:МГУ]` as the text «МГУ», which names `msu` and speaks well of it; `-` is badly, nothing is neither. */
function markedText(source: string): MarkedText {
  const mentions: TrueMention[] = [];
  let text = '';
  let from = 0;
  for (const { index, 0: whole, 1: organization = '', 2: sign = '', 3: surface = '' } of source.matchAll(mark)) {
    text += source.slice(from, index);
    mentions.push({ organization, start: text.length, end: text.length + surface.length, tone: tones[sign]! });
    text += surface;
    from = index + whole.length;
  }
  return { text: text + source.slice(from), mentions };
}

/** Texts one a line, with the places of their mentions in the whole. */
function joinedTexts(texts: readonly MarkedText[]): MarkedText {
  let start = 0;
  const mentions = texts.flatMap(each => {
    const moved = each.mentions.map(mention => ({
      ...mention,
      start: mention.start + start,
      end: mention.end + start,
    }));
    start += each.text.length + 1;
    return moved;
  });
  return { text: texts.map(({ text }) => text).join('\n'), mentions };
}

/** The text of a publication from an instant on. */
interface TrueVersion {
  /** ISO 8601. */
  readonly from: string;
  /** Paragraphs, headings, list items, quotations, rows and entries, one a line; a row's cells by tabs. */
  readonly text: string;
  readonly mentions: readonly TrueMention[];
}

/** The facts of one publication of the generated site. */
export interface TruePublication {
  readonly site: SiteName;
  readonly address: string;
  /** Other addresses of the same publication. */
  readonly twins: readonly string[];
  readonly kind: Story['kind'];
  readonly section: string;
  readonly title: string;
  readonly titleMentions: readonly TrueMention[];
  readonly authors: readonly string[];
  readonly published: {
    readonly at: string;
    readonly offsetMinutes: number;
    readonly precision: 'minute';
    readonly words: string;
  };
  readonly free: boolean;
  /** Those up to now. */
  readonly versions: readonly TrueVersion[];
  readonly gone?: { readonly from: string; readonly status: 404 | 410 };
  /** The address of the publication whose text it is, on the other site. */
  readonly copyOf?: string;
  /** The trap in its mentions. */
  readonly mentionCase?: string;
}

/** All publications up to `now`, in the order in which they were published, those that are gone too. */
export function truthOf(sites: NewsSites, now: number): readonly TruePublication[] {
  return Object.values(sites.stories)
    .flat()
    .filter(({ published }) => published <= now)
    .toSorted((a, b) => a.published - b.published)
    .map(story => truthAt(sites, story, now));
}

function truthAt(
  { origins, stories }: NewsSites,
  story: Story & { readonly mentionCase?: string },
  now: number,
): TruePublication {
  const address = (path: string, site = story.site) => origins[site] + path;
  const copied = story.copyOf === undefined ? undefined : stories.herald[story.copyOf];
  const until = Math.min(now, (story.gone?.from ?? Number.POSITIVE_INFINITY) - 1);
  const title = markedText(story.title);
  return {
    ...{ site: story.site, address: address(story.path), kind: story.kind },
    twins: twinsOf(story).map(path => address(path)),
    section: sectionTitles[story.section],
    title: title.text,
    titleMentions: title.mentions,
    authors: story.authors,
    published: {
      at: isoInstant(story.published),
      ...{ offsetMinutes: siteOffset, precision: 'minute', words: shownDate(story) },
    },
    free: story.kind !== 'paywall',
    versions: story.versions.filter(({ from }) => from <= until).map(trueVersion),
    ...(story.gone !== undefined &&
      story.gone.from <= now && { gone: { ...story.gone, from: isoInstant(story.gone.from) } }),
    ...(copied !== undefined && { copyOf: address(copied.path, 'herald') }),
    ...(story.mentionCase !== undefined && { mentionCase: story.mentionCase }),
  };
}

function isoInstant(at: number): string {
  return new Date(at).toISOString();
}

function trueVersion({ from, lines }: StoryVersion): TrueVersion {
  return { from: isoInstant(from), ...joinedTexts(lines.map(({ marked }) => markedText(marked))) };
}

/** Other addresses of the same story: its AMP page, and what newsletters link to. */
function twinsOf({ site, kind, path }: Story): readonly string[] {
  if (site !== 'herald') return [];
  return [...(kind === 'long' ? [] : [`/amp${path}`]), `${path}?utm_source=letter`];
}
