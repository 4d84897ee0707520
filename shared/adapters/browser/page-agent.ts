/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * Runs in an isolated world of every document that a traversal loads: scripts of the page can neither see nor change
 * it. It watches the document, finds addresses, tells which parts change by themselves, presses buttons and cuts
 * growing lists. `installPageAgent` is sent to the browser as source text, so it uses nothing from outside itself.
 */
import type { FoundBy, Snapshot } from '../../wings/publications/traversal/traversal-driver.ts';

export interface AgentSettings {
  /** Slots that change by themselves, as an earlier load learnt them. */
  readonly volatile: readonly string[];
  /** Growing lists that are never cut. */
  readonly keptLists: readonly string[];
  readonly growth: number;
  readonly growthFloor: number;
  readonly keptItems: number;
  readonly hollowLimit: number;
  readonly buttons: number;
}

/** What the agent saw since it was asked last. */
export interface AgentNews {
  readonly found: readonly { readonly url: string; readonly by: FoundBy }[];
  readonly texts: readonly string[];
}

export interface PageAgent {
  /** What counts as a change by itself: everything between `idle` and the next phase. */
  phase(name: 'load' | 'idle' | 'press'): void;
  /** Whether anything but volatile parts changed since this was asked last. */
  changed(): boolean;
  volatile(): string[];
  cuts(): string[];
  /** The handlers of an element, as the browser knows them; no types: it has none any more. */
  handlers(element: Element, types: readonly string[], sources: readonly string[]): void;
  /** Elements whose clicks a handler further up waits for, each with the source of that handler. */
  delegated(elements: readonly { readonly path: string; readonly source: string }[]): void;
  scrolls(on: boolean): void;
  snapshot(): Snapshot;
  news(): AgentNews;
  /** Answers how many presses were made; -1: the button is not there. Each press is settled by `settle` in the page's time. */
  press(key: string, times: number, whole: boolean): Promise<number>;
}

export function installPageAgent(settings: AgentSettings): void {
  interface Handled {
    types: Set<string>;
    sources: Set<string>;
  }
  const hosts = globalThis as unknown as { orbweaver?: PageAgent };
  if (hosts.orbweaver !== undefined) return;
  let phase: 'load' | 'idle' | 'press' = 'load';
  let mutated = false;
  const changes = new Map<string, { times: number; instant: number }>();
  const volatileSlots = new Set(settings.volatile);
  const keptLists = new Set(settings.keptLists);
  const cutLists = new Set<string>();
  const handled = new Map<Element, Handled>();
  let delegates = new Map<Element, Handled>();
  let buttons = new Map<string, () => boolean>();
  let scrollable = false;
  let found: { url: string; by: FoundBy }[] = [];
  let reported = new Set<string>();
  let texts: string[] = [];
  const shadows = new Set<ShadowRoot>();
  const firstSight = new WeakMap<Element, number>();
  const grown = new Set<Element>();

  const mostFound = 100_000;
  const mostTexts = 5_000;

  /** FNV-1a over UTF-16 units, twice with different seeds: 53 bits. */
  const hash = (text: string): number => {
    let a = 0x811c9dc5;
    let b = 0x1234567;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
    }
    return (a >>> 0) * 2_097_152 + ((b >>> 0) & 0x1f_ffff);
  };

  const childNumber = (node: Node): number => {
    let n = 0;
    for (let at = node.previousSibling; at !== null; at = at.previousSibling) if (at.nodeType === 1) n += 1;
    return n;
  };

  /** Where a node is: tags and child numbers from the document on, at most 40 steps. */
  const pathOf = (node: Node): string => {
    const steps: string[] = [];
    for (let at: Node | null = node; at !== null && steps.length < 40; ) {
      if (at instanceof Element) {
        steps.push(`${at.localName}:${childNumber(at)}`);
        at = at.parentNode;
      } else if (at instanceof ShadowRoot) {
        steps.push('#shadow');
        at = at.host;
      } else break;
    }
    return steps.reverse().join('/');
  };

  const kindOf = (node: Node): string =>
    node instanceof Element ? `${node.localName}.${[...node.classList].sort().join('.')}` : node.nodeName;

  const isVolatile = (node: Node): boolean => {
    if (volatileSlots.size === 0) return false;
    for (let at: Node | null = node; at?.parentNode != null; at = at.parentNode) {
      if (volatileSlots.has(`${pathOf(at.parentNode)} ${kindOf(at)}`)) return true;
    }
    return false;
  };

  const note = (slot: string): void => {
    const known = changes.get(slot) ?? { times: 0, instant: -1 };
    const instant = Math.floor(performance.now());
    if (known.instant !== instant) changes.set(slot, { times: known.times + 1, instant });
    if ((changes.get(slot)?.times ?? 0) >= 2) volatileSlots.add(slot);
  };

  const report = (value: string | null | undefined, by: FoundBy, base = document.baseURI): void => {
    if (value == null || value === '' || value.length > 8192 || found.length >= mostFound) return;
    let url: URL;
    try {
      url = new URL(value.trim(), base);
    } catch {
      return;
    }
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return;
    if (reported.has(url.href)) return;
    reported.add(url.href);
    found.push({ url: url.href, by });
  };

  const single = [
    ...[
      'href',
      'src',
      'action',
      'formaction',
      'data',
      'poster',
      'background',
      'cite',
      'longdesc',
      'manifest',
      'profile',
    ],
    ...['dynsrc', 'lowsrc', 'data-src', 'data-href', 'data-url', 'codebase', 'xlink:href', 'icon', 'usemap'],
  ];
  const plain = (by: FoundBy, element: Element): void => {
    for (const name of single) {
      const value = element.getAttribute(name);
      if (value !== null && !value.startsWith('#')) report(value, by);
    }
    const ping = element.getAttribute('ping');
    if (ping !== null) for (const url of ping.split(/\s+/).slice(0, 50)) report(url, by);
    const archive = element.getAttribute('archive');
    if (archive !== null) {
      const base = new URL(element.getAttribute('codebase') ?? '', document.baseURI).href;
      for (const url of archive.split(/[\s,]+/).slice(0, 50)) report(url, by, base);
    }
    const srcset = element.getAttribute('srcset') ?? element.getAttribute('imagesrcset');
    if (srcset !== null)
      for (const entry of srcset.split(',').slice(0, 50)) report(entry.trim().split(/\s+/, 1)[0], by);
  };
  const addressy = (text: string): boolean => /^(https?:)?\/[^\s"'<>]*$|^\.{1,2}\/[^\s"'<>]*$/i.test(text.trim());
  const addressesOf = (element: Element, by: FoundBy): void => {
    plain(by, element);
    const { localName } = element;
    if (localName === 'meta') {
      const content = element.getAttribute('content') ?? '';
      const refresh = /^\s*[\d.]*\s*[;,]?\s*(?:url\s*=)?\s*['"]?([^'"]+)/i.exec(content);
      if (/^refresh$/i.test(element.getAttribute('http-equiv') ?? '')) report(refresh?.[1], by);
      else
        for (const part of content.split(/[;,\s]+/)) {
          const value = part.replace(/^[a-z-]+=/i, '');
          if (addressy(value)) report(value, by);
        }
    } else if (localName === 'param') {
      const value = element.getAttribute('value') ?? '';
      if (addressy(value)) report(value, by);
    } else if (localName === 'iframe') {
      const source = element.getAttribute('srcdoc');
      if (source !== null && source.length < 1_000_000)
        subtree(new DOMParser().parseFromString(source, 'text/html'), by);
    } else if (localName === 'template') subtree((element as HTMLTemplateElement).content, by);
    const style = element.getAttribute('style');
    if (style?.includes('url(')) for (const part of style.matchAll(/url\(\s*['"]?([^'")]+)/gi)) report(part[1], by);
  };

  const subtree = (root: Node, by: FoundBy): void => {
    if (root instanceof Element) addressesOf(root, by);
    if (!('querySelectorAll' in root)) return;
    for (const element of (root as ParentNode).querySelectorAll('*')) {
      addressesOf(element, by);
      if (element.shadowRoot !== null) enterShadow(element.shadowRoot, by);
    }
  };

  const enterShadow = (root: ShadowRoot, by: FoundBy): void => {
    if (shadows.has(root)) return;
    shadows.add(root);
    observer.observe(root, watched);
    subtree(root, by);
  };

  const textOf = (node: Node): void => {
    if (texts.length >= mostTexts) return;
    const text = (node.textContent ?? '').slice(0, 4_000).replace(/\s+/g, ' ').trim();
    if (text.length >= 10) texts.push(hash(text).toString(36));
  };

  const by = (): FoundBy => (phase === 'press' ? 'click' : 'load');

  const take = (records: readonly MutationRecord[]): void => {
    const entered = new Set<Node>();
    for (const record of records) {
      const { target } = record;
      if (record.type === 'childList') {
        for (const node of [...record.addedNodes, ...record.removedNodes]) {
          if (node.nodeType === 8) continue;
          if (phase === 'idle') note(`${pathOf(target)} ${kindOf(node)}`);
          if (!isVolatile(node) && !isVolatile(target)) mutated = true;
        }
        for (const node of record.addedNodes) {
          // A node that was added under a node of this batch was read with it.
          const isRead = entered.has(target);
          entered.add(node);
          if (isRead) continue;
          subtree(node, by());
          if (!isVolatile(target)) textOf(node);
        }
        if (record.addedNodes.length > 0 && target instanceof Element) grown.add(target);
        continue;
      }
      const slot = record.type === 'attributes' ? `@${record.attributeName}` : '#text';
      if (phase === 'idle') note(`${pathOf(target)} ${slot}`);
      if (volatileSlots.has(`${pathOf(target)} ${slot}`) || isVolatile(target)) {
        if (target instanceof Element) addressesOf(target, by());
        continue;
      }
      mutated = true;
      if (target instanceof Element) addressesOf(target, by());
      else textOf(target);
    }
  };

  const watched = { subtree: true, childList: true, attributes: true, characterData: true };
  const observer = new MutationObserver(take);
  observer.observe(document, watched);

  const allLinks = (): Element[] => {
    const roots: (Document | ShadowRoot)[] = [document, ...shadows];
    return roots.flatMap(root => [...root.querySelectorAll('a[href],area[href]')]);
  };

  /** How many children look like both their neighbours (the article's F). */
  const alike = (list: Element): number => {
    let n = 0;
    const { children } = list;
    for (let i = 1; i < children.length - 1; i += 1) {
      const kind = kindOf(children[i]!);
      if (kind === kindOf(children[i - 1]!) && kind === kindOf(children[i + 1]!)) n += 1;
    }
    return n;
  };

  const allHandled = (): Map<Element, Handled> => {
    const all = new Map(handled);
    for (const [element, { types, sources }] of delegates) {
      const own = handled.get(element);
      all.set(element, {
        types: new Set([...types, ...(own?.types ?? [])]),
        sources: new Set([...sources, ...(own?.sources ?? [])]),
      });
    }
    return all;
  };

  const holdsButton = (element: Element): boolean => {
    for (const button of handled.keys()) if (element.contains(button)) return true;
    for (const button of delegates.keys()) if (element.contains(button)) return true;
    return false;
  };

  /** Empties the middle of lists that have grown more than `growth` times since they were first seen. */
  const cut = (): void => {
    take(observer.takeRecords());
    for (const list of grown) {
      if (!list.isConnected) continue;
      const n = alike(list);
      const first = firstSight.get(list);
      if (first === undefined) {
        firstSight.set(list, Math.max(settings.growthFloor, phase === 'press' ? 0 : n));
        if (phase !== 'press') continue;
      }
      const before = firstSight.get(list)!;
      const name = pathOf(list);
      if (n / before <= settings.growth || keptLists.has(name)) continue;
      const items = [...list.children].slice(settings.keptItems, -settings.keptItems);
      const spare = items.filter(item => item.childNodes.length > 0 && !holdsButton(item));
      if (spare.length === 0) continue;
      cutLists.add(name);
      if (list.children.length > settings.hollowLimit) for (const item of items) if (!holdsButton(item)) item.remove();
      for (const item of spare) item.replaceChildren();
    }
    grown.clear();
    observer.takeRecords();
  };

  const isWhole = (element: Element): boolean =>
    element === document.body || element === document.documentElement || element.querySelectorAll('*').length >= 200;

  const labelOf = (element: Element): string => {
    const own = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const value = element instanceof HTMLInputElement ? element.value : '';
    return (
      own || element.getAttribute('aria-label') || element.getAttribute('title') || element.getAttribute('alt') || value
    );
  };

  const priorityOf = (element: Element): 1 | 2 | 3 => {
    if (isWhole(element)) return 3;
    const isLink = element instanceof HTMLAnchorElement && element.hasAttribute('href');
    return isLink || (element as HTMLButtonElement).disabled === true ? 2 : 1;
  };

  const eventOf = (type: string): Event => {
    const init = { bubbles: true, cancelable: true, composed: true, view: window };
    if (type.startsWith('pointer')) return new PointerEvent(type, init);
    if (type.startsWith('key')) return new KeyboardEvent(type, { ...init, key: 'Enter', code: 'Enter' });
    if (type.startsWith('touch')) return new TouchEvent(type, init);
    if (type.startsWith('focus') || type === 'blur') return new FocusEvent(type, init);
    if (type.startsWith('drag') || type === 'drop') return new DragEvent(type, init);
    if (/^(mouse|click|dblclick|contextmenu|auxclick)/.test(type)) return new MouseEvent(type, init);
    return new Event(type, init);
  };

  const before = ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'mousemove', 'pointerdown', 'mousedown'];
  const after = ['pointerup', 'mouseup'];
  const pressElement = (element: Element, types: ReadonlySet<string>): boolean => {
    if (!element.isConnected) return false;
    if ((element as HTMLButtonElement).disabled === true) return true;
    for (const type of [...before, ...after]) element.dispatchEvent(eventOf(type));
    if (element instanceof HTMLElement) element.click();
    else element.dispatchEvent(eventOf('click'));
    for (const type of types) if (![...before, ...after, 'click'].includes(type)) element.dispatchEvent(eventOf(type));
    element.dispatchEvent(eventOf('mouseout'));
    return true;
  };

  const scrollDown = (): boolean => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    document.dispatchEvent(new Event('scroll', { bubbles: true }));
    window.dispatchEvent(new Event('scroll'));
    return true;
  };

  interface Candidate {
    readonly element: Element | undefined;
    readonly text: string;
    readonly priority: 0 | 1 | 2 | 3;
    readonly sources: readonly string[];
    readonly act: () => boolean;
  }

  const candidates = (): Candidate[] => {
    const list: Candidate[] = [];
    for (const [element, { types, sources }] of allHandled()) {
      if (!element.isConnected || isVolatile(element)) continue;
      const whole = isWhole(element);
      const label = labelOf(element);
      const base = { element, priority: priorityOf(element), sources: [...sources].sort() };
      if (element instanceof HTMLSelectElement) {
        for (const option of [...element.options].slice(0, 50)) {
          const choose = () => {
            element.value = option.value;
            element.dispatchEvent(eventOf('input'));
            return element.dispatchEvent(eventOf('change')) || true;
          };
          list.push({ ...base, text: option.text.trim().slice(0, 160), act: choose });
        }
        continue;
      }
      const text = whole || label.length > 160 ? '' : label;
      list.push({ ...base, text, act: () => pressElement(element, types) });
    }
    list.sort((a, b) => order(a.element!, b.element!));
    if (scrollable)
      list.unshift({ element: undefined, text: 'scroll', priority: 0, sources: ['scroll'], act: scrollDown });
    return list;
  };

  const order = (a: Element, b: Element): number => {
    if (a === b) return 0;
    return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  };

  const snapshot = (): Snapshot => {
    take(observer.takeRecords());
    cut();
    const hrefs = new Set<string>();
    for (const link of allLinks()) {
      const { href } = link as HTMLAnchorElement;
      const url = typeof href === 'string' ? href : '';
      if (/^https?:/.test(url) && !isVolatile(link)) hrefs.add(url);
    }
    let sum = 0;
    for (const href of hrefs) sum = (sum + hash(href)) % 9_007_199_254_740_991;
    buttons = new Map();
    const counts = new Map<string, number>();
    const told = candidates()
      .slice(0, 20 * settings.buttons)
      .flatMap(({ element, text, priority, sources, act }) => {
        const base = hash(`${text}\0${sources.join('\0')}`).toString(36);
        const nth = counts.get(base) ?? 0;
        counts.set(base, nth + 1);
        if (nth >= 50) return [];
        const key = nth === 0 ? base : `${base}.${nth}`;
        buttons.set(key, act);
        const family = hash(`${text}\0${sources.join('\0')}`.replace(/\d+/g, '#')).toString(36);
        const place = element === undefined ? '' : `${kindOf(element.parentElement ?? document)} ${kindOf(element)}`;
        const kin = hash(`${place}\0${sources.join('\0')}`.replace(/\d+/g, '#')).toString(36);
        return [{ key, family, kin, text, priority }];
      });
    const kept = told.length <= settings.buttons ? told : byPriority(told);
    return { buttons: kept, linkCount: hrefs.size, linkSum: sum };
  };

  const byPriority = <T extends { priority: number }>(all: T[]): T[] => {
    const least = [...all].sort((a, b) => a.priority - b.priority).slice(0, settings.buttons);
    const chosen = new Set(least);
    return all.filter(button => chosen.has(button));
  };

  const at = (path: string): Element | undefined => {
    let node: Element | ShadowRoot | null = document.documentElement;
    for (const step of path === '' ? [] : path.split('/')) {
      if (node === null) return undefined;
      node = step === 's' ? ((node as Element).shadowRoot ?? null) : (node.children[Number(step)] ?? null);
    }
    return node instanceof Element ? node : undefined;
  };

  const tell = (element: Element, types: readonly string[], sources: readonly string[]): void => {
    if (types.length === 0) handled.delete(element);
    else handled.set(element, { types: new Set(types), sources: new Set(sources) });
    const root = element.getRootNode();
    if (root instanceof ShadowRoot) enterShadow(root, by());
  };

  const delegate = (told: readonly { readonly path: string; readonly source: string }[]): void => {
    delegates = new Map();
    for (const { path, source } of told) {
      const element = at(path);
      if (element === undefined) continue;
      const known = delegates.get(element) ?? { types: new Set(['click']), sources: new Set<string>() };
      known.sources.add(source);
      delegates.set(element, known);
    }
  };

  const nextTask = () => new Promise<void>(done => setTimeout(done, 0));

  hosts.orbweaver = {
    phase: name => {
      take(observer.takeRecords());
      phase = name;
    },
    changed: () => {
      take(observer.takeRecords());
      const answer = mutated;
      mutated = false;
      return answer;
    },
    volatile: () => [...volatileSlots],
    cuts: () => [...cutLists],
    handlers: tell,
    delegated: delegate,
    scrolls: on => {
      scrollable = on;
    },
    snapshot,
    news: () => {
      take(observer.takeRecords());
      const news = { found, texts };
      found = [];
      texts = [];
      reported = new Set();
      return news;
    },
    press: async (key, times, whole) => {
      const act = buttons.get(key);
      if (act === undefined) return -1;
      phase = 'press';
      const start = new Set(found.map(({ url }) => url));
      let made = 0;
      for (; made < times; ) {
        const before = found.length;
        if (!act()) return made === 0 ? -1 : made;
        made += 1;
        if (times === 1) break;
        for (let i = 0; i < 20; i += 1) {
          await nextTask();
          take(observer.takeRecords());
          if (found.length > before) break;
          await new Promise<void>(done => setTimeout(done, 50));
        }
        cut();
        const isNew = found.slice(before).some(({ url }) => !start.has(url));
        if (!whole && !isNew) break;
      }
      return made;
    },
  };
  if (document.documentElement !== null) subtree(document, 'load');
}
