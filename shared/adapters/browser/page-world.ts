/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * What runs among the page's own scripts. `steadyWorld` runs before them and makes chance, frames and dialogs repeat;
 * `findDelegates` looks for buttons whose clicks a handler further up waits for. Both are sent as source text.
 */

/** The name of the one property that these functions share in the page. */
export interface SharedName {
  readonly name: string;
}

/** `workers`: false if a worker of an earlier load let no time pass; then workers are made and do nothing. */
export function steadyWorld({ name, workers }: SharedName & { readonly workers: boolean }): void {
  const selectors = new Set<string>();
  let observesSight = false;
  let routesLinks = false;
  let dialogs = 0;
  Object.defineProperty(window, name, {
    value: () => ({ selectors: [...selectors], observesSight, routesLinks, dialogs }),
    enumerable: false,
  });

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

  if (!workers) {
    window.Worker = class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    } as unknown as typeof Worker;
  }

  const noteSelector = (selector: unknown) => {
    const { event } = window;
    if (typeof selector === 'string' && event !== undefined && event.type === 'click' && selectors.size < 200) {
      selectors.add(selector);
    }
  };
  for (const method of ['closest', 'matches'] as const) {
    const original = Element.prototype[method] as (this: Element, selector: string) => unknown;
    Object.defineProperty(Element.prototype, method, {
      configurable: true,
      writable: true,
      value(this: Element, selector: string) {
        noteSelector(selector);
        return original.call(this, selector);
      },
    });
  }
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

export interface Delegates {
  readonly elements: readonly { readonly path: string; readonly source: string }[];
  readonly observesSight: boolean;
  /** Values of the page's own global variables that look like addresses. */
  readonly globals: readonly string[];
  /** Dialogs that scripts of the page have opened. */
  readonly dialogs: number;
}

export function findDelegates({ name, rootListens }: SharedName & { readonly rootListens: boolean }): Delegates {
  const shared = window as unknown as Record<
    string,
    (() => { selectors: string[]; observesSight: boolean; routesLinks: boolean; dialogs: number }) | undefined
  >;
  const nothing = { selectors: [], observesSight: false, routesLinks: false, dialogs: 0 };
  const { selectors, observesSight, routesLinks, dialogs } = shared[name]?.() ?? nothing;
  const found = new Map<Element, Set<string>>();
  const most = 5_000;

  const add = (element: Element, source: unknown): void => {
    if (found.size >= most) return;
    const sources = found.get(element) ?? new Set();
    sources.add(String(source).slice(0, 2_000));
    found.set(element, sources);
  };
  const addAll = (root: ParentNode, selector: string, source: unknown): void => {
    try {
      for (const element of root.querySelectorAll(selector)) add(element, source);
    } catch {
      // The page's own selector may be one that only its library understands.
    }
  };

  const addFirst = (selector: string, source: unknown): void => {
    try {
      const first = document.querySelector(selector);
      if (first !== null) add(first, source);
    } catch {
      // As above.
    }
  };

  const byProperties = (element: Element | Document): void => {
    const own = element as unknown as Record<string, unknown>;
    for (const key of Object.keys(element)) {
      if (key.startsWith('__reactProps$')) {
        const props = own[key] as { onClick?: unknown } | null;
        if (typeof props?.onClick === 'function' && element instanceof Element) add(element, props.onClick);
      } else if ((key === '__click' || key === '$$click') && element instanceof Element) {
        const handler = own[key];
        add(element, Array.isArray(handler) ? handler[0] : handler);
      } else if (/^jQuery\d/.test(key)) byJquery(element, own[key]);
    }
    // Svelte keeps the handlers of an element behind a symbol.
    for (const symbol of element instanceof Element ? Object.getOwnPropertySymbols(element) : []) {
      const handlers = (element as unknown as Record<symbol, unknown>)[symbol];
      if (symbol.description !== 'events' || typeof handlers !== 'object' || handlers === null) continue;
      for (const handler of Object.values(handlers))
        if (typeof handler === 'function') add(element as Element, handler);
    }
  };

  // What jQuery keeps of an element, under a key with its own number: { events: { click: [handlers] } }.
  function byJquery(element: Element | Document, kept: unknown): void {
    const { events } = (kept ?? {}) as { events?: Record<string, unknown> };
    for (const handlers of Object.values(events ?? {})) {
      if (!Array.isArray(handlers)) continue;
      for (const { selector, handler } of handlers as { selector?: unknown; handler?: unknown }[]) {
        if (typeof selector === 'string') addAll(element, selector, `${selector} ${String(handler)}`);
      }
    }
  }

  try {
    byProperties(document);
    for (const element of document.querySelectorAll('*')) byProperties(element);
  } catch {
    // A page may have put traps on its own objects.
  }
  // Such a selector often means any link. A link that leads somewhere by itself is no button, unless the page turns out to
  // follow its links by itself: the first of them is pressed to see.
  const leads = 'a[href]:not([href^="#"],[href^="javascript:"])';
  for (const selector of selectors) {
    for (const part of selector.split(',').map(each => each.trim())) {
      addAll(document, routesLinks ? part : `${part}:not(${leads})`, selector);
      if (!routesLinks) addFirst(`${part}:is(${leads})`, selector);
    }
  }
  if (rootListens) {
    const likely = [
      ...['button', '[role=button]', '[role=tab]', '[role=menuitem]', 'summary', 'a:not([href])', 'a[href="#"]'],
      ...['[data-action]', '[data-toggle]', '[data-target]', '[aria-expanded]', '[aria-controls]', '[aria-haspopup]'],
      ...['[tabindex]', '[jsaction]'],
    ];
    addAll(document, likely.join(','), 'delegated');
  }

  const pathOf = (element: Element): string => {
    const steps: (number | 's')[] = [];
    for (let at: Element = element; at !== document.documentElement; ) {
      const parent: ParentNode | null = at.parentNode as ParentNode | null;
      if (parent === null) return '-';
      steps.push([...parent.children].indexOf(at));
      if (parent instanceof ShadowRoot) {
        steps.push('s');
        at = parent.host;
      } else at = parent as Element;
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
    dialogs,
  };
}
