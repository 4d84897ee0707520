/** The results of the extractor on the suites' pages. */
import { defined } from '../../shared/domain/defined.ts';
import { extractWithTexts } from '../../shared/wings/publications/extraction/extract-page.ts';
import { type HostTemplate, learnPage } from '../../shared/wings/publications/extraction/text/host-template.ts';
import { f1, type SuitePage, scoreOf, suitePages } from './suite-pages.ts';

export interface Measured {
  readonly english: number;
  readonly russian: number;
  readonly russianWithTemplate: number;
  /** Share of Russian pages whose title is in the truth. */
  readonly titles: number;
  /** Pages of both sets that are taken for articles, and all. */
  readonly articles: readonly [kept: number, all: number];
}

/** Pages were seen then; relative dates count from it. */
const now = Date.UTC(2026, 0, 1);

export function measure(): Measured {
  const english = suitePages('articles').map(page => ({ page, ...extracted(page) }));
  const russian = suitePages('russian-news').map(page => ({ page, ...extracted(page) }));
  const withTemplate = russian.map(({ page }) => {
    const others = russian.filter(other => other.page.host === page.host && other.page.id !== page.id);
    let template: HostTemplate | undefined;
    for (const { learnt } of others) template = learnPage(template, learnt);
    return { page, ...extracted(page, template) };
  });
  const scored = (pages: typeof russian) =>
    f1(pages.map(({ page, extraction }) => scoreOf(page.truth, `${extraction.title}\n${extraction.text}`)));
  const all = [...english, ...russian];
  return {
    english: f1(english.map(({ page, extraction }) => scoreOf(page.truth, extraction.text))),
    russian: scored(russian),
    russianWithTemplate: scored(withTemplate),
    titles: russian.filter(({ page, extraction }) => holds(page.truth, extraction.title ?? '')).length / russian.length,
    articles: [all.filter(({ extraction }) => extraction.article).length, all.length],
  };
}

function extracted({ html, url }: SuitePage, template?: HostTemplate) {
  return extractWithTexts({
    html,
    now,
    ...defined({ url, template }),
  });
}

function holds(truth: string, title: string): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return title !== '' && words(truth).includes(words(title));
}
