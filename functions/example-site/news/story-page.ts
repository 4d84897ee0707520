import { readFileSync } from 'node:fs';
import { dayPath, isoTime, mailTime, siteTime } from './site-times.ts';
import { type Story, type StoryLine, type StoryVersion, unmarked } from './stories.ts';

export const sectionTitles = { science: 'Наука', society: 'Общество', education: 'Образование' } as const;

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const shortMonths = 'янв. февр. марта апр. мая июня июля авг. сент. окт. нояб. дек.'.split(' ');

interface PageContext {
  /** The address of the site with its port, without a slash at the end. */
  readonly origin: string;
  /** Epoch ms. */
  readonly now: number;
  /** Other stories of the site, for the boxes beside the text. */
  readonly related: readonly Story[];
  readonly isAmp: boolean;
}

const markups: Readonly<Record<StoryLine['kind'], (text: string) => string>> = {
  p: text => `<p>${text}</p>`,
  h2: text => `<h2>${text}</h2>`,
  li: text => `<ul><li>${text}</li></ul>`,
  quote: text => `<blockquote>${text}</blockquote>`,
  row: text => `<table><tr>${text.replace(/[^\t]+\t?/g, cell => `<td>${cell.trim()}</td>`)}</tr></table>`,
  entry: text => `<div class="live-entry"><p><time>${text.slice(0, 5)}</time> ${text.slice(6)}</p></div>`,
};

/** The story as lists and feeds show it. */
export function storyView(story: Story): View {
  const text = unmarked(story.versions[0]!.lines[0]!.marked);
  return {
    ...{ site: story.site, number: story.number, path: story.path, title: unmarked(story.title) },
    ...{ lead: text.slice(0, 90), summary: text.slice(0, 200), section: sectionTitles[story.section] },
    ...{ published: isoTime(story.published), mailTime: mailTime(story.published), shownDate: shownDate(story) },
    authors: story.authors.map(name => ({ name })),
    byline: story.authors.join(', '),
  };
}

/** The page of a story at an instant, by the template of its site and kind. */
export function storyPage(story: Story, version: StoryVersion, context: PageContext): string {
  const { origin, now, related, isAmp } = context;
  const texts = version.lines.map(({ kind, marked }) => ({ kind, text: escaped(unmarked(marked)) }));
  const body = texts.map(({ kind, text }) => markups[kind](text)).join('\n');
  return page(isAmp ? 'amp.html' : templateOf(story), {
    ...storyView(story),
    ...{ origin, related: related.map(storyView), linkedData: linkedData(story, version, origin) },
    body: body.replaceAll('</ul>\n<ul>', '\n').replaceAll('</table>\n<table>', '\n'),
    brokenLines: texts.map(({ text }) => text).join('<br><br>\n'),
    isPaid: story.kind === 'paywall',
    hasPictures: story.kind === 'gallery',
    pictures: Array.from({ length: 8 }, (_, index) => ({ index, shown: index + 1 })),
    commentCount: story.comments.length,
    comments: story.comments.map((text, index) => ({ text, reader: index + 1 })),
    // No two looks find it alike: bytes change, words of the story do not.
    readers: Math.floor(now / 1000) % 9_973,
  });
}

function templateOf({ site, kind }: Story): string {
  if (site === 'courier') return kind === 'blog' ? 'blog.html' : 'table.html';
  return kind === 'long' ? 'long.html' : 'article.html';
}

function linkedData(story: Story, version: StoryVersion, origin: string): string {
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': story.kind === 'live' ? 'LiveBlogPosting' : 'NewsArticle',
    headline: unmarked(story.title),
    datePublished: isoTime(story.published),
    dateModified: isoTime(version.from),
    author: story.authors.map(name => ({ '@type': 'Person', name })),
    articleSection: sectionTitles[story.section],
    isAccessibleForFree: story.kind !== 'paywall',
    mainEntityOfPage: origin + story.path,
  });
}

/** The date as a page of the story shows it to people. */
export function shownDate({ site, kind, published }: Story): string {
  const time = siteTime(published);
  const [day, month, year, clock] = [
    time.getUTCDate(),
    time.getUTCMonth(),
    time.getUTCFullYear(),
    isoTime(published).slice(11, 16),
  ];
  if (site === 'herald') return `${day} ${months[month]} ${year}, ${clock}`;
  if (kind === 'blog') return `${day} ${shortMonths[month]} ${year} ${clock} МСК`;
  return `${dayPath(published).split('/').reverse().join('.')} ${clock}`;
}

/** The values of a template. A value is shown as it is written; a list, a text or `true` opens its section. */
interface View {
  readonly [name: string]: string | number | boolean | readonly View[] | undefined;
}

const texts = new Map<string, string>();

/** The file of `pages/`, filled. `{{> name}}` in it is the text of `name.html`. */
export function page(file: string, view: View): string {
  return filled(textOf(file), view);
}

function textOf(file: string): string {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const written = readFileSync(new URL(`./pages/${file}`, import.meta.url), 'utf8');
  const text = written.trimEnd().replace(/\{\{> ([\w-]+)\}\}/g, (_, name) => textOf(`${name}.html`));
  texts.set(file, text);
  return text;
}

/** `{{name}}` is a text, `{{{name}}}` markup; `{{#name}}…{{/name}}` comes once for each of a list, or where there is a value. */
function filled(template: string, view: View): string {
  return template
    .replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name, inner) => {
      const value = view[name];
      const views = typeof value === 'object' ? value : value ? [{}] : [];
      return views.map(each => filled(inner, { ...view, ...each })).join('');
    })
    .replace(/\{\{\{(\w+)\}\}\}/g, (_, name) => String(view[name] ?? ''))
    .replace(/\{\{(\w+)\}\}/g, (_, name) => escaped(String(view[name] ?? '')));
}

/** Markup of a text; what begins a new line in it begins one on the page. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '<br>');
}
