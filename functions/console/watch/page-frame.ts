import type { OutlineNode, PageOutline } from '../../../shared/wings/publications/grabber/pointing/page-outline.ts';
import { el, shownText } from '../page/dom.ts';
import { t } from '../words/language.ts';

/** Elements that are shown as they are; all others become a box without a meaning. */
const plain = new Set(
  (
    'p div span h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th blockquote pre code em strong b i u s ' +
    'small sub sup section article header footer nav aside main figure figcaption time br hr'
  ).split(' '),
);

export interface PageFrame {
  readonly element: HTMLIFrameElement;
  /** Shows another page. */
  show(outline: PageOutline): void;
  /** Marks the element that is pointed at, and those to which a way leads. */
  mark(pointed: number | undefined, way: number | undefined): void;
}

/**
 * A page in its own frame. The frame may run no script and ask nobody: its sandbox forbids the one, the policy of this page
 * the other. Its elements are made from the outline, so that no markup of the page is ever parsed here. Clicks are reported as
 * places in the outline.
 */
export function pageFrame(onPoint: (place: number) => void): PageFrame {
  const frame = el('iframe', {
    class: 'page-frame',
    title: t('ruleFrame'),
    sandbox: 'allow-same-origin',
    srcdoc: '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="console/watch/frame.css">',
  });
  let elements: readonly (HTMLElement | undefined)[] = [];
  let shown: PageOutline | undefined;
  const fill = (): void => {
    const inside = frame.contentDocument;
    if (shown === undefined || inside?.body == null) return;
    elements = filled(inside, shown.nodes);
    inside.onclick = event => {
      event.preventDefault();
      const place = Number(
        (event.target as HTMLElement | null)?.closest<HTMLElement>('[data-place]')?.dataset['place'],
      );
      if (Number.isInteger(place)) onPoint(place);
    };
  };
  frame.addEventListener('load', fill);
  return {
    element: frame,
    show(outline) {
      shown = outline;
      fill();
    },
    mark(pointed, way) {
      for (const [place, element] of elements.entries()) {
        const node = shown?.nodes[place];
        const isLed = way !== undefined && node?.length === 3 && node[2].includes(way);
        element?.classList.toggle('led', isLed);
        element?.classList.toggle('pointed', place === pointed);
      }
      if (pointed !== undefined) elements[pointed]?.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** The elements by their places; texts have none. */
function filled(inside: Document, nodes: readonly OutlineNode[]): readonly (HTMLElement | undefined)[] {
  inside.body.replaceChildren();
  const elements: (HTMLElement | undefined)[] = [];
  for (const [place, node] of nodes.entries()) {
    const parent = elements[node[0]] ?? inside.body;
    if (node.length === 2) {
      parent.append(shownText(node[1].replaceAll(/\s+/g, ' '), Number.POSITIVE_INFINITY));
      elements.push(undefined);
      continue;
    }
    const [, tag] = node;
    const made = inside.createElement(plain.has(tag) ? tag : tag === 'html' || tag === 'body' ? 'div' : 'span');
    made.dataset['place'] = String(place);
    if (!plain.has(tag)) made.className = `tag-${/^[a-z]+$/.test(tag) ? tag : 'other'}`;
    parent.append(made);
    elements.push(made);
  }
  return elements;
}
