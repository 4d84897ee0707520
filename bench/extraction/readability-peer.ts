/** The findings of @mozilla/readability over linkedom on the same pages: the peer that the extractor is compared with. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { f1, type SuitePage, scoreOf, suitePages } from './suite-pages.ts';

interface ReadPage {
  readonly title: string;
  readonly text: string;
}

export interface PeerFigures {
  readonly english: number;
  readonly russian: number;
}

/** Scored as the extractor is. */
export function peerFigures(): PeerFigures {
  const english = suitePages('articles').map(page => scoreOf(page.truth, readPage(page).text));
  const russian = suitePages('russian-news').map(page => {
    const { title, text } = readPage(page);
    return scoreOf(page.truth, `${title}\n${text}`);
  });
  return { english: f1(english), russian: f1(russian) };
}

/** Nothing where it throws, as it does on a page without an element. */
export function readPage({ html }: Pick<SuitePage, 'html'>): ReadPage {
  try {
    const { document } = parseHTML(html);
    const article = new Readability(document as unknown as Document).parse();
    return { title: article?.title ?? '', text: textOf(article?.content ?? '') };
  } catch {
    return { title: '', text: '' };
  }
}

/** Its own text has no blank between two paragraphs. */
function textOf(content: string): string {
  return parseHTML(`<html><body>${content.replaceAll('</', ' </')}</body></html>`).document.body.textContent ?? '';
}
