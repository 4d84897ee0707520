import { readFileSync } from 'node:fs';
import { dayPath } from './site-times.ts';

export type SiteName = 'herald' | 'courier';
export type Section = 'science' | 'society' | 'education';
/** The form of a story's page. */
type StoryKind = 'article' | 'short' | 'long' | 'live' | 'paywall' | 'gallery' | 'blog';

export interface StoryLine {
  readonly kind: 'p' | 'h2' | 'li' | 'quote' | 'row' | 'entry';
  /** As it is written: `unmarked` gives what readers see. */
  readonly marked: string;
}

/** The text of a story from an instant on. */
export interface StoryVersion {
  /** Epoch ms. */
  readonly from: number;
  readonly lines: readonly StoryLine[];
}

export interface Story {
  readonly site: SiteName;
  readonly number: number;
  /** Of its page within the site. */
  readonly path: string;
  readonly kind: StoryKind;
  readonly section: Section;
  /** As of a line. */
  readonly title: string;
  readonly authors: readonly string[];
  /** Epoch ms, whole minutes. */
  readonly published: number;
  readonly versions: readonly StoryVersion[];
  readonly comments: readonly string[];
  /** From this instant on the page is not there: 404, or 410. */
  readonly gone?: { readonly from: number; readonly status: 404 | 410 };
  /** Number of the story of the herald whose text it is. */
  readonly copyOf?: number;
}

/**
 * A story in `herald.json`, as a person writes it. Minutes count from the first story of the sites, and those of changes and
 * of the end from its own publication. `path` has `{day}` or `{date}` for the day of publication.
 */
interface WrittenStory extends Pick<Story, 'path' | 'kind' | 'section' | 'title' | 'authors'> {
  readonly minutes: number;
  /** `## ` begins a heading, `- ` an item, `> ` a quotation and `| ` a row, whose cells are apart by tabs. */
  readonly lines: readonly string[];
  /** Lines that came later: at the top of a live blog, at the end of other stories. */
  readonly changes?: readonly { readonly minutes: number; readonly line: string }[];
  readonly gone?: { readonly minutes: number; readonly status: 404 | 410 };
  readonly comments?: readonly string[];
}

/** The entry in `courier.json` for a story that repeats a story of the herald word for word. */
type WrittenCopy = Pick<WrittenStory, 'path' | 'minutes'> & { readonly copyOf: number };

const minute = 60_000;
const lineKinds: Readonly<Record<string, StoryLine['kind']>> = { '## ': 'h2', '- ': 'li', '> ': 'quote', '| ': 'row' };

/** All stories, of the past and of the future, of the sites whose first story is published at `begin` (epoch ms). */
export function allStories(begin: number): Readonly<Record<SiteName, readonly Story[]>> {
  const first = Math.floor(begin / minute) * minute;
  const herald = written('herald').map((story, number) => storyOf('herald', number, story as WrittenStory, first));
  const courier = written('courier').map((story, number) =>
    'copyOf' in story
      ? printedAgain(herald[story.copyOf]!, number, story, first)
      : storyOf('courier', number, story, first),
  );
  return { herald, courier };
}

function written(site: SiteName): readonly (WrittenStory | WrittenCopy)[] {
  return JSON.parse(readFileSync(new URL(`./${site}.json`, import.meta.url), 'utf8'));
}

function storyOf(site: SiteName, number: number, story: WrittenStory, first: number): Story {
  const { minutes, path, lines, changes = [], gone, comments = [], ...same } = story;
  const published = first + minutes * minute;
  const isLive = same.kind === 'live';
  const versions = [{ from: published, lines: lines.map(line => lineOf(line, isLive)) }];
  for (const change of changes) {
    const [before, line] = [versions.at(-1)!.lines, lineOf(change.line, isLive)];
    versions.push({ from: published + change.minutes * minute, lines: isLive ? [line, ...before] : [...before, line] });
  }
  return {
    ...{ ...same, site, number, published, versions, comments },
    path: pathOf(path, published),
    ...(gone !== undefined && { gone: { from: published + gone.minutes * minute, status: gone.status } }),
  };
}

function printedAgain(story: Story, number: number, { path, minutes, copyOf }: WrittenCopy, first: number): Story {
  const published = first + minutes * minute;
  const { gone: _gone, ...same } = story;
  return {
    ...{ ...same, site: 'courier', kind: 'article', number, published, copyOf },
    path: pathOf(path, published),
    versions: [{ from: published, lines: story.versions[0]!.lines }],
  };
}

function pathOf(path: string, published: number): string {
  return path.replace('{day}', dayPath(published)).replace('{date}', dayPath(published, '-'));
}

function lineOf(line: string, isEntry: boolean): StoryLine {
  const [sign = ''] = /^(?:##|[->|]) /.exec(line) ?? [];
  return { kind: isEntry ? 'entry' : (lineKinds[sign] ?? 'p'), marked: line.slice(sign.length) };
}

/** `[msu+:МГУ]` is shown as «МГУ»: the mark says whom it names, and whether the text speaks well or badly (`-`) of it. */
export function unmarked(text: string): string {
  return text.replaceAll(/\[[a-z]+[+-]?:([^\]]+)\]/g, '$1');
}
