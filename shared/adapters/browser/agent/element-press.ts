/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import type { AddressFinder } from './address-finder.ts';
import type { Places } from './places.ts';

/** Does with an element what a person does (S3). Uses nothing from outside itself (`agent-source.ts`). */
export class ElementPress {
  readonly #places: Places;
  readonly #addresses: AddressFinder;
  readonly #around = [
    ...['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'mousemove', 'pointerdown', 'mousedown'],
    ...['pointerup', 'mouseup'],
  ];

  /** Lists in which a person moves with the arrow keys (ARIA Authoring Practices, Patterns). */
  readonly #byArrows = ['combobox', 'grid', 'listbox', 'menu', 'menubar', 'radiogroup', 'slider', 'tablist', 'tree']
    .map(role => `[role=${role}]`)
    .join();

  constructor(places: Places, addresses: AddressFinder) {
    this.#places = places;
    this.#addresses = addresses;
  }

  /** False: the element is not on the page any more. */
  press(element: Element, types: ReadonlySet<string>): boolean {
    if (!this.#places.isShown(element)) return false;
    if ((element as HTMLButtonElement).disabled === true) return true;
    const at = this.#placeOf(element);
    for (const type of this.#around) element.dispatchEvent(this.#eventOf(type, at));
    if ('click' in element && element.localName !== 'canvas') (element as HTMLElement).click();
    else element.dispatchEvent(this.#eventOf('click', at));
    const arrows = element.matches(this.#byArrows) ? ['ArrowDown', 'ArrowRight'] : [];
    for (const type of types) {
      if (type === 'click' || this.#around.includes(type)) continue;
      element.dispatchEvent(this.#eventOf(type));
      if (type.startsWith('key')) for (const key of arrows) element.dispatchEvent(this.#eventOf(type, { key }));
    }
    element.dispatchEvent(this.#eventOf('mouseout'));
    return true;
  }

  /** The centre of a picture that is drawn: its handler reads where it was pressed. Elsewhere nobody asks. */
  #placeOf(element: Element): MouseEventInit {
    if (element.localName !== 'canvas') return {};
    const { left, top, width, height } = element.getBoundingClientRect();
    return { clientX: left + width / 2, clientY: top + height / 2 };
  }

  choose(list: HTMLSelectElement, option: HTMLOptionElement): boolean {
    if (!this.#places.isShown(list)) return false;
    list.value = option.value;
    list.dispatchEvent(this.#eventOf('input'));
    list.dispatchEvent(this.#eventOf('change'));
    return true;
  }

  /** Scrolls the page, and what scrolls within it, to the end. */
  scrollDown(): boolean {
    for (const box of this.#boxes()) this.#scrollTo(box, box.scrollHeight);
    return true;
  }

  /** Scrolls as far as a person sees at once. Answers whether anything moved. */
  scrollOn(): boolean {
    const moved = this.#boxes().filter(box => {
      const before = box.scrollTop;
      this.#scrollTo(box, before + Math.max(50, 0.9 * box.clientHeight));
      return box.scrollTop > before;
    });
    return moved.length > 0;
  }

  /** The page, and large parts and frames that scroll by themselves. */
  #boxes(): Element[] {
    const page = document.scrollingElement ?? document.documentElement;
    const inner = this.#addresses
      .elements('*')
      .slice(0, 20_000)
      .filter(each => {
        const scrolls = each.clientHeight >= 100 && each.scrollHeight > each.clientHeight + 10;
        if (!scrolls || each === page) return false;
        return this.#isPage(each) || /auto|scroll/.test(getComputedStyle(each).overflowY);
      });
    return [page, ...inner.slice(0, 5)];
  }

  /** Whether its scrolling is that of its document. */
  #isPage(box: Element): boolean {
    const { scrollingElement, documentElement } = box.ownerDocument;
    return box === (scrollingElement ?? documentElement);
  }

  #scrollTo(box: Element, top: number): void {
    box.scrollTop = top;
    if (!this.#isPage(box)) {
      box.dispatchEvent(new Event('scroll'));
      return;
    }
    box.ownerDocument.dispatchEvent(new Event('scroll', { bubbles: true }));
    box.ownerDocument.defaultView?.dispatchEvent(new Event('scroll'));
  }

  #eventOf(type: string, at: MouseEventInit & { readonly key?: string } = {}): Event {
    const init = { bubbles: true, cancelable: true, composed: true, view: window, ...at };
    if (type.startsWith('pointer')) return new PointerEvent(type, init);
    if (type.startsWith('key')) return new KeyboardEvent(type, { key: 'Enter', code: at.key ?? 'Enter', ...init });
    if (type.startsWith('touch')) return new TouchEvent(type, init);
    if (type.startsWith('focus') || type === 'blur') return new FocusEvent(type, init);
    if (/^(mouse|click|dblclick|contextmenu|auxclick)/.test(type)) return new MouseEvent(type, init);
    return new Event(type, init);
  }
}
