/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * The code that runs among the page's own scripts. `steadyWorld` runs before them and makes chance, frames and dialogs repeat;
 * `findDelegates` looks for buttons whose clicks a handler further up waits for. Both are sent as source text.
 */

/** The name of the one property that these functions share in the page. */
export interface SharedName {
  readonly name: string;
}

/** `workers`: false if a worker of an earlier load let no time pass; then workers are made and do nothing. */
export function steadyWorld({ name, workers }: SharedName & { readonly workers: boolean }): void {
  const selectors = new Set<string>();
  const opened: string[] = [];
  let observesSight = false;
  let routesLinks = false;
  let dialogs = 0;
  /** Of this window and of the frames in it that have its origin. `take`: what was opened is answered once. */
  const seen = (take = false): WorldSeen => {
    const own = { windows: [window], selectors: [...selectors], opened: take ? opened.splice(0) : [] };
    const all: WorldSeen = { ...own, observesSight, routesLinks, dialogs };
    for (let i = 0; i < window.length && i < 100; i += 1) {
      try {
        const inner = (window[i] as unknown as Record<string, typeof seen>)[name]!(take);
        all.windows.push(...inner.windows);
        all.selectors.push(...inner.selectors);
        all.opened.push(...inner.opened);
        all.observesSight ||= inner.observesSight;
        all.routesLinks ||= inner.routesLinks;
        all.dialogs += inner.dialogs;
      } catch {
        // A frame of another origin is shut.
      }
    }
    return all;
  };
  Object.defineProperty(window, name, { value: seen, enumerable: false });

  let seed = 0x9e3779b9;
  const chance = () => {
    seed = (seed + 0x6d2b79f5) >>> 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  Math.random = () => chance() / 4294967296;
  Crypto.prototype.getRandomValues = into => {
    if (into !== null) {
      const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
      for (let i = 0; i < bytes.length; i += 1) bytes[i] = chance();
    }
    return into;
  };
  Crypto.prototype.randomUUID = () => {
    const digits = Array.from({ length: 8 }, () => (chance() & 0xffff).toString(16).padStart(4, '0')).join('');
    const [a, b, c, d, e] = [0, 8, 12, 16, 20].map((at, i, ends) => digits.slice(at, ends[i + 1]));
    return `${a!}-${b!}-4${c!.slice(1)}-a${d!.slice(1)}-${e!}`;
  };
  // Fractions of a millisecond are those of the real clock.
  const firstInstant = Date.now();
  const sinceFirst = () => Date.now() - firstInstant;
  Object.defineProperty(Performance.prototype, 'now', { configurable: true, writable: true, value: sinceFirst });
  Object.defineProperty(Performance.prototype, 'timeOrigin', { configurable: true, get: () => firstInstant });
  // Frames do not follow virtual time; timers do.
  window.requestAnimationFrame = callback => window.setTimeout(() => callback(performance.now()), 16);
  window.cancelAnimationFrame = handle => window.clearTimeout(handle);
  const dialogOf = (answer: unknown) => () => {
    dialogs += 1;
    return answer;
  };
  Object.assign(window, { alert: dialogOf(undefined), confirm: dialogOf(false), prompt: dialogOf(null) });
  window.print = dialogOf(undefined);

  // No window is opened. Addresses that a script gives to such a window are noted.
  const openWindow = window.open;
  const sendTo = (address: unknown) => {
    const url = URL.parse(String(address), document.baseURI)?.href;
    if (url !== undefined && opened.length < 50) opened.push(url);
  };
  const place = {
    assign: sendTo,
    replace: sendTo,
    set href(address: unknown) {
      sendTo(address);
    },
  };
  const nothing = () => undefined;
  const written = {
    open: nothing,
    close: nothing,
    write: (html: unknown) => {
      const inner = new DOMParser().parseFromString(String(html), 'text/html');
      for (const link of inner.querySelectorAll('a[href]')) sendTo(link.getAttribute('href'));
    },
  };
  const notOpened = {
    ...{ closed: false, opener: window, document: written, focus: nothing, blur: nothing, close: nothing },
    ...{ postMessage: nothing, addEventListener: nothing },
    get location(): unknown {
      return place;
    },
    set location(address: unknown) {
      sendTo(address);
    },
  };
  window.open = (...how) => openWindow.apply(window, how) ?? (Object.create(notOpened) as Window);

  if (!workers) {
    window.Worker = class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    } as unknown as typeof Worker;
  }

  const gestures = /^(click|(mouse|pointer)(down|up)|touch(start|end)|key(down|up|press)|change|input)$/;
  const gesture = () => (window.event !== undefined && gestures.test(window.event.type) ? window.event : undefined);
  const noteSelector = (selector: unknown) => {
    if (typeof selector === 'string' && gesture() !== undefined && selectors.size < 200) {
      selectors.add(selector);
    }
  };
  // Questions of a handler to the target of an event show which targets the handler waits for.
  const tap = <T>(prototype: T, method: keyof T & string, selectorOf: (of: T, asked: string) => string | undefined) => {
    const original = prototype[method] as (this: T, asked: string) => unknown;
    Object.defineProperty(prototype, method, {
      configurable: true,
      writable: true,
      value(this: T, asked: string) {
        if (typeof asked === 'string' && gesture() !== undefined) noteSelector(selectorOf(this, asked));
        return original.call(this, asked);
      },
    });
  };
  const isTarget = (element: unknown) => gesture()?.target === element;
  const ofData = (element: Element, asked: string) =>
    isTarget(element) && asked.startsWith('data-') ? `[${CSS.escape(asked)}]` : undefined;
  tap(Element.prototype, 'closest', (_, asked) => asked);
  tap(Element.prototype, 'matches', (_, asked) => asked);
  tap(Element.prototype, 'hasAttribute', ofData);
  tap(Element.prototype, 'getAttribute', ofData);
  tap(DOMTokenList.prototype, 'contains', (list, asked) => {
    const target = gesture()?.target;
    return target instanceof Element && target.classList === list ? `.${CSS.escape(asked)}` : undefined;
  });
  const dataset = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'dataset')!;
  const asked = (key: string | symbol) => {
    if (typeof key === 'string') noteSelector(`[data-${key.replace(/[A-Z]/g, each => `-${each.toLowerCase()}`)}]`);
    return key;
  };
  Object.defineProperty(HTMLElement.prototype, 'dataset', {
    ...dataset,
    get(this: HTMLElement) {
      const data = dataset.get!.call(this) as DOMStringMap;
      if (!isTarget(this)) return data;
      return new Proxy(data, {
        get: (of, key) => Reflect.get(of, asked(key)) as unknown,
        has: (of, key) => Reflect.has(of, asked(key)),
      });
    },
  });
  // The last listener of all: a link whose press was prevented is followed by the page itself.
  window.addEventListener('click', function __o7w(event) {
    if (event.defaultPrevented && event.target instanceof Element) {
      routesLinks ||= event.target.matches('a[href] *, a[href]');
    }
  });
  const Observer = window.IntersectionObserver;
  if (typeof Observer === 'function') {
    window.IntersectionObserver = class extends Observer {
      constructor(...from: ConstructorParameters<typeof IntersectionObserver>) {
        super(...from);
        observesSight = true;
      }
    };
  }
}

/** The observations of `steadyWorld`. */
interface WorldSeen {
  readonly windows: Window[];
  readonly selectors: string[];
  /** Addresses of windows that were not opened. */
  readonly opened: string[];
  observesSight: boolean;
  /** Whether a script follows links by itself. */
  routesLinks: boolean;
  dialogs: number;
}

/** Kinds of listeners: clicks anywhere, presses at a root (document, body, window) or at a window, changes of fields at a root. */
export interface Listening {
  readonly any: boolean;
  readonly window: boolean;
  readonly root: boolean;
  readonly changes: boolean;
}

export interface Delegates {
  readonly elements: readonly { readonly path: string; readonly source: string }[];
  readonly observesSight: boolean;
  /** Values of the page's own global variables that look like addresses. */
  readonly globals: readonly string[];
  readonly opened: readonly string[];
  /** Dialogs that scripts of the page have opened. */
  readonly dialogs: number;
}

export function findDelegates({ name, listens }: SharedName & { readonly listens: Listening }): Delegates {
  const shared = window as unknown as Record<string, ((take: boolean) => WorldSeen) | undefined>;
  const nothing = {
    windows: [window],
    selectors: [],
    opened: [],
    observesSight: false,
    routesLinks: false,
    dialogs: 0,
  };
  const { windows, selectors, opened, observesSight, routesLinks, dialogs } = shared[name]?.(true) ?? nothing;
  const roots: (Document | ShadowRoot)[] = windows.map(each => each.document);
  const found = new Map<Element, Set<string>>();
  const most = 5_000;

  const add = (element: Element, source: unknown): void => {
    if (found.size >= most) return;
    const sources = found.get(element) ?? new Set();
    sources.add(String(source).slice(0, 2_000));
    found.set(element, sources);
  };
  const all = (selector: string): Element[] => {
    try {
      return roots.flatMap(root => [...root.querySelectorAll(selector)]);
    } catch {
      return []; // The page's own selector may be one that only its library understands.
    }
  };
  const addAll = (selector: string, source: unknown): void => {
    for (const element of all(selector)) add(element, source);
  };
  const addFirst = (selector: string, source: unknown): void => {
    const first = all(selector).find(link => (link as HTMLAnchorElement).host === location.host);
    if (first !== undefined) add(first, source);
  };

  const elementsIn = (root: ParentNode, selector: string): Element[] => {
    try {
      return [...root.querySelectorAll(selector)];
    } catch {
      return []; // As above.
    }
  };
  const isElement = (node: Node): node is Element => node.nodeType === 1;

  const byProperties = (element: Element | Document | ShadowRoot): void => {
    const own = element as unknown as Record<string, unknown>;
    for (const key of Object.keys(element)) {
      if (key.startsWith('__reactProps$')) {
        const props = own[key] as { onClick?: unknown } | null;
        if (typeof props?.onClick === 'function' && isElement(element)) add(element, props.onClick);
      } else if ((key === '__click' || key === '$$click') && isElement(element)) {
        const handler = own[key];
        add(element, Array.isArray(handler) ? handler[0] : handler);
      } else if (/^jQuery\d/.test(key)) byJquery(element, own[key]);
    }
    // Svelte keeps the handlers of an element behind a symbol.
    for (const symbol of isElement(element) ? Object.getOwnPropertySymbols(element) : []) {
      const handlers = (element as unknown as Record<symbol, unknown>)[symbol];
      if (symbol.description !== 'events' || typeof handlers !== 'object' || handlers === null) continue;
      for (const handler of Object.values(handlers))
        if (typeof handler === 'function') add(element as Element, handler);
    }
  };

  // The record that jQuery keeps of an element, under a key with its own number: { events: { click: [handlers] } }.
  function byJquery(element: ParentNode, kept: unknown): void {
    const { events } = (kept ?? {}) as { events?: Record<string, unknown> };
    for (const handlers of Object.values(events ?? {})) {
      if (!Array.isArray(handlers)) continue;
      for (const { selector, handler } of handlers as { selector?: unknown; handler?: unknown }[]) {
        if (typeof selector !== 'string') continue;
        for (const each of elementsIn(element, selector)) add(each, `${selector} ${String(handler)}`);
      }
    }
  }

  try {
    for (let i = 0; i < roots.length && i < 10_000; i += 1) {
      byProperties(roots[i]!);
      for (const element of roots[i]!.querySelectorAll('*')) {
        byProperties(element);
        if (element.shadowRoot !== null) roots.push(element.shadowRoot);
      }
    }
  } catch {
    // A page may have put traps on its own objects.
  }
  // Such a selector often means any link. A link that leads somewhere by itself is no button, unless the page turns out to
  // follow its links by itself: the first of them is pressed to see.
  const leads = 'a[href]:not([href^="#"],[href^="javascript:"])';
  for (const selector of listens.root ? [...selectors, 'a[href]'] : selectors) {
    for (const part of selector.split(',').map(each => each.trim())) {
      addAll(routesLinks ? part : `${part}:not(${leads})`, selector);
      if (!routesLinks) addFirst(`${part}:is(${leads})`, selector);
    }
  }
  if (listens.any) {
    const likely = [
      ...['button', '[role=button]', '[role=tab]', '[role=menuitem]', '[role=link]', 'a:not([href])', 'a[href="#"]'],
      ...['[data-action]', '[data-toggle]', '[data-target]', '[aria-expanded]', '[aria-controls]', '[aria-haspopup]'],
      ...['[tabindex]', '[jsaction]'],
    ];
    addAll(likely.join(','), 'delegated');
  }
  if (listens.window) addAll(':root', 'delegated');
  if (listens.root) {
    const points = (element: Element) => getComputedStyle(element).cursor === 'pointer';
    const looked = all(`body *:not(a[href],a[href] *)`).slice(0, 5_000).filter(points);
    const shown = new Set(looked);
    for (const element of looked) if (!shown.has(element.parentElement!)) add(element, 'delegated');
  }
  if (listens.changes) addAll('select,input[type=checkbox],input[type=radio]', 'delegated');

  const pathOf = (element: Element): string => {
    const steps: (number | 's' | 'f')[] = [];
    for (let at: Element = element; at !== document.documentElement; ) {
      const parent: ParentNode | null = at.parentNode as ParentNode | null;
      const frame = parent?.nodeType === 9 ? (parent as Document).defaultView?.frameElement : undefined;
      if (parent === null || frame === null) return '-';
      if (frame === undefined) steps.push([...parent.children].indexOf(at));
      if (parent.nodeType === 11) steps.push('s');
      else if (frame !== undefined) steps.push('f');
      at = frame ?? (parent.nodeType === 11 ? (parent as ShadowRoot).host : (parent as Element));
    }
    return steps.reverse().join('/');
  };
  const globals: string[] = [];
  for (const key of Object.keys(window).slice(-200)) {
    const value = key === 'origin' || key === 'name' ? undefined : (window as unknown as Record<string, unknown>)[key];
    if (typeof value === 'string' && value.length < 2_048 && /^(https?:\/)?\/[^\s"'<>]+$/.test(value))
      globals.push(value);
  }
  return {
    elements: [...found]
      .filter(([element]) => element.isConnected)
      .flatMap(([element, sources]) => [...sources].map(source => ({ path: pathOf(element), source }))),
    observesSight,
    globals,
    opened,
    dialogs,
  };
}
