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

export function steadyWorld({ name }: SharedName): void {
  const selectors = new Set<string>();
  let observesSight = false;
  Object.defineProperty(window, name, {
    value: () => ({ selectors: [...selectors], observesSight }),
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
  window.alert = () => undefined;
  window.confirm = () => false;
  window.prompt = () => null;
  window.print = () => undefined;

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
}

export function findDelegates({ name, rootListens }: SharedName & { readonly rootListens: boolean }): Delegates {
  const shared = window as unknown as Record<
    string,
    (() => { selectors: string[]; observesSight: boolean }) | undefined
  >;
  const { selectors, observesSight } = shared[name]?.() ?? { selectors: [], observesSight: false };
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

  const byProperties = (element: Element): void => {
    const own = element as unknown as Record<string, unknown>;
    for (const key of Object.keys(element)) {
      if (key.startsWith('__reactProps$')) {
        const props = own[key] as { onClick?: unknown } | null;
        if (typeof props?.onClick === 'function') add(element, props.onClick);
      } else if (key === '__click' || key === '$$click') {
        const handler = own[key];
        add(element, Array.isArray(handler) ? handler[0] : handler);
      }
    }
  };

  interface JQuery {
    _data?: (
      element: unknown,
      name: 'events',
    ) => Record<string, { selector?: string; handler?: unknown }[]> | undefined;
  }
  const jquery = (window as unknown as { jQuery?: JQuery }).jQuery;
  const byJquery = (element: Element | Document): void => {
    const events = jquery?._data?.(element, 'events');
    for (const handlers of Object.values(events ?? {})) {
      if (!Array.isArray(handlers)) continue;
      for (const { selector, handler } of handlers) {
        if (typeof selector === 'string') addAll(element, selector, `${selector} ${String(handler)}`);
      }
    }
  };

  try {
    byJquery(document);
    for (const element of document.querySelectorAll('*')) {
      byProperties(element);
      if (jquery !== undefined) byJquery(element);
    }
  } catch {
    // A page may have put traps on its own objects.
  }
  // Such a selector often means any link; a link that leads somewhere by itself is no button.
  for (const selector of selectors) {
    const own = `:not(a[href]:not([href^="#"],[href^="javascript:"]))`;
    for (const part of selector.split(',')) addAll(document, `${part.trim()}${own}`, selector);
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
  };
}
