import { sniffEncoding } from '../../../domain/html/decode-text.ts';
import { textDecoderOf } from '../../../domain/html/encoding/text-decoder.ts';
import { detached } from '../../../domain/url/detached-string.ts';
import { listedAddress, resolvedAddress } from '../addresses.ts';
import type { StateScript } from '../extraction/metadata/state-values.ts';
import { type Attributes, type MarkupEvents, onOneLine, readMarkup } from '../markup/read-markup.ts';
import { choosesTime } from './archive-forms.ts';
import { dataLinks } from './data-links.ts';
import { FormReader, type GetForm } from './get-forms.ts';
import { isLongAsHeadline } from './headline-length.ts';

export interface GlancedLink {
  /** Absolute, http or https, without its fragment. */
  readonly address: string;
  /** On one line; empty for a picture. */
  readonly text: string;
  /** The name of a link without a text, by its attributes, its picture or its class. */
  readonly label?: string;
  /** The heading beside a link without words, or one that says "Read more". */
  readonly heading?: string;
  /** A button for more of a list, whose script requests this address. */
  readonly isButton?: true;
  /** In a menu, a header or a footer. */
  readonly inMenu: boolean;
}

export interface DeclaredFeed {
  readonly address: string;
  readonly title: string;
}

/** The parts of a page that matter for finding publications. */
export interface PageGlance {
  readonly title: string;
  /** Each address once, with its longest text; in document order. The last may be the next part that the head names. */
  readonly links: readonly GlancedLink[];
  /** `<link rel="alternate">` of feeds. */
  readonly feeds: readonly DeclaredFeed[];
  /** Texts of buttons that bring more of a list. */
  readonly moreButtons: readonly string[];
  /** Names of elements that are lists by their class or id, and hold nothing: scripts fill them. */
  readonly emptyLists: readonly string[];
  /** The page says itself that it is an article (`og:type`). */
  readonly saysArticle: boolean;
  /** Scripts run in it, which may draw more than was sent. */
  readonly hasScripts: boolean;
  /** Forms that choose a time. */
  readonly forms: readonly GetForm[];
  /** `rel="next"`. */
  readonly next?: string;
}

const mostLinks = 20_000;
const mostSmall = 50;
const longestText = 300;
/** So many headlines make data of the page needless. */
const fewLinks = 4;
const feedTypes = /^application\/(?:rss|atom|feed|rdf)\+(?:xml|json)|^text\/(?:rss|atom)\+xml/i;
/** Texts of buttons that bring more of a list. */
export const moreText =
  /^(?:(?:load|show|see|view) (?:\d+ )?more|more (?:news|stories|articles|posts|results)|older (?:posts|news)|(?:показать|загрузить|смотреть|читать) (?:ещ[её]|больше|далее)|ещ[её](?: \d+)?(?: новост\p{L}+| материал\p{L}+| публикаци\p{L}+)?|больше (?:новостей|материалов|публикаций)|(?:показати|завантажити) (?:ще|більше)|тағы(?: көрсету)?|(?:mehr|weitere)(?: (?:laden|anzeigen|artikel|meldungen|beiträge|nachrichten))|(?:voir|charger|afficher) plus|(?:ver|cargar|mostrar) más|carica altr[io]|mostra altr[io]|pokaż więcej)(?:\s*[.…›»↓]*)$/iu;
const moreClass = /(?:^|[-_ ])(?:load|show|view|see)[-_]?more(?:$|[-_ ])|infinite[-_]?scroll/i;
const countName = /^data-(?:next-)?(page|offset|start|skip|cursor|after|before)$/;
const nextName = /^data-(?:next|more)(?:-?(?:page|part|url|href|link))?$/;
const partAddress = /^(?:\/(?!\/)|\?|https?:)/;
/** Of a link to the next part of a list that shows a picture. */
const nextClass = /(?:^|[-_ ])(?:next|older)(?:$|[-_ ])/i;
const listClass =
  /(?:^|[-_ ])(?:news|posts|articles|items|feed|results|stories|(?:news|post|article|item|story)[-_]?(?:list|feed|items|container))(?:$|[-_ ])/i;
/** Boxes that are empty on many pages and hold no list of publications. */
const otherBox =
  /(?:^|[-_ ])(?:ads?|banner|comments?|form|share|social|taboola|outbrain|menu|tags?|indicator|newsletter|related|below|reading|thumbnails)(?:$|[-_ ])|ad-|-ad/i;
const menuElements = new Set(['nav', 'header', 'footer', 'menu']);
const menuClass = /(?:^|[-_ ])(?:nav|navbar|menu|topmenu|breadcrumbs?|footer|rubrics?)(?:$|[-_ ])/i;
const headingElement = /^h[1-6]$/;
const headingClass = /(?:^|[-_ ])(?:title|headline|heading)(?:$|[-_ ])/i;
const voidElements = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'],
]);
const hiddenElements = new Set(['script', 'style', 'template']);

/** Looks at a page of HTML in one pass over its tags, in time linear in its length. */
export function glanceAtPage(body: Uint8Array, contentType: string, base: string): PageGlance {
  const { encoding } = sniffEncoding({ body, contentType });
  const text = textDecoderOf(encoding === 'replacement' ? 'utf-8' : encoding).decode(body);
  const reader = new GlanceReader(base);
  readMarkup(text, reader, { xml: false });
  return reader.finish();
}

/** An element that may be a list filled by scripts. */
interface PossibleList {
  readonly name: string;
  readonly element: string;
}

/** A menu, header or footer that is open: said by its element, for end tags of others may be missing. */
interface OpenMenu {
  readonly element: string;
  /** Elements of that name within it, and itself. */
  open: number;
}

/** A heading without a link, which the first link behind it may have. */
interface Heading {
  readonly element: string;
  text: string;
  isOpen: boolean;
  address?: string;
}

/** A link or button whose text is gathered. */
interface Pressable {
  readonly address?: string;
  label: string;
  readonly isButton: boolean;
  readonly isMore: boolean;
  readonly element: string;
  text: string;
}

class GlanceReader implements MarkupEvents {
  #base: string;
  #menu: OpenMenu | undefined;
  #hidden: string | undefined;
  #pressable: Pressable | undefined;
  #list: PossibleList | undefined;
  #heading: Heading | undefined;
  /** A link without words, which may cover the card whose heading follows. */
  #covering: string | undefined;
  #title = '';
  #inTitle = false;
  #saysArticle = false;
  #hasScripts = false;
  #next: string | undefined;
  readonly #forms = new FormReader();
  readonly #links = new Map<string, GlancedLink>();
  readonly #feeds = new Map<string, DeclaredFeed>();
  readonly #more = new Set<string>();
  readonly #emptyLists = new Set<string>();
  readonly #scripts: StateScript[] = [];
  #script: { text: string; readonly isJson: boolean } | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#hidden !== undefined) return;
    if (this.#list !== undefined && name !== 'br') this.#list = undefined;
    this.#forms.open(name, attributes);
    if (voidElements.has(name)) {
      this.#openVoid(name, attributes);
      return;
    }
    if (name === 'script') this.#openScript(attributes.get('type') ?? '');
    if (hiddenElements.has(name) && attributes.get('shadowrootmode') === undefined) this.#hidden = name;
    else this.#openElement(name, attributes);
  }

  #openScript(type: string): void {
    const isJson = /json/i.test(type);
    this.#hasScripts ||= !isJson;
    this.#script = { text: '', isJson };
    if (this.#scripts.length < mostSmall) this.#scripts.push(this.#script);
  }

  text(text: string): void {
    if (this.#hidden !== undefined) {
      if (this.#hidden === 'script' && this.#script !== undefined) this.#script.text += text;
      return;
    }
    if (this.#list !== undefined && /\S/.test(text)) this.#list = undefined;
    this.#forms.text(text);
    if (this.#inTitle && this.#title.length < longestText) this.#title += text.slice(0, longestText);
    if (this.#heading?.isOpen === true && this.#heading.text.length < longestText)
      this.#heading.text += text.slice(0, longestText);
    const pressable = this.#pressable;
    if (pressable !== undefined && pressable.text.length < longestText) pressable.text += text.slice(0, longestText);
  }

  close(name: string): void {
    if (this.#hidden !== undefined) {
      if (name !== this.#hidden) return;
      this.#hidden = undefined;
    } else if (name === this.#pressable?.element) this.#endPressable(this.#pressable);
    if (name === 'title') this.#inTitle = false;
    if (this.#heading?.isOpen === true && name === this.#heading.element) this.#endHeading(this.#heading);
    this.#forms.close(name);
    this.#closeMenu(name);
    if (this.#list?.element === name) add(this.#emptyLists, this.#list.name);
    this.#list = undefined;
  }

  finish(): PageGlance {
    if (this.#pressable !== undefined) this.#endPressable(this.#pressable);
    const next = this.#next;
    const isOfHead = next !== undefined && !this.#links.has(next);
    const headlines = [...this.#links.values()].filter(({ text, inMenu }) => !inMenu && isLongAsHeadline(text));
    const drawn = headlines.length >= fewLinks ? [] : dataLinks(this.#scripts, this.#base);
    return {
      title: onOneLine(this.#title),
      links: [
        ...this.#links.values(),
        ...drawn.filter(({ address }) => !this.#links.has(address)).map(each => ({ ...each, inMenu: false })),
        ...(isOfHead ? [{ address: next, text: '', label: 'next', inMenu: false }] : []),
      ],
      feeds: [...this.#feeds.values()],
      moreButtons: [...this.#more],
      emptyLists: [...this.#emptyLists],
      saysArticle: this.#saysArticle,
      hasScripts: this.#hasScripts,
      forms: this.#forms.finish(this.#base).filter(form => choosesTime(form, this.#base)),
      ...(next !== undefined && { next }),
    };
  }

  #closeMenu(name: string): void {
    if (this.#menu?.element !== name) return;
    this.#menu.open -= 1;
    if (this.#menu.open === 0) this.#menu = undefined;
  }

  #openVoid(name: string, attributes: Attributes): void {
    if (name === 'base') this.#base = resolvedAddress(attributes.get('href') ?? '', this.#base) ?? this.#base;
    else if (name === 'link') this.#headLink(attributes);
    else if (name === 'meta' && attributes.get('property') === 'og:type')
      this.#saysArticle = /^article$/i.test(attributes.get('content')?.trim() ?? '');
    else if (name === 'img' && this.#pressable?.label === '') this.#pressable.label = attributes.get('alt') ?? '';
    else if (name === 'input' && /^(?:button|submit)$/i.test(attributes.get('type') ?? ''))
      this.#noteMore(onOneLine(attributes.get('value') ?? ''), false);
  }

  #headLink(attributes: Attributes): void {
    const rels = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    const address = resolvedAddress(attributes.get('href') ?? '', this.#base);
    if (address === undefined) return;
    if (rels.includes('next')) this.#next = address;
    const isFeed =
      rels.includes('feed') || (rels.includes('alternate') && feedTypes.test(attributes.get('type') ?? ''));
    if (isFeed && this.#feeds.size < mostSmall)
      this.#feeds.set(address, { address, title: onOneLine(attributes.get('title') ?? '').slice(0, longestText) });
  }

  #openElement(name: string, attributes: Attributes): void {
    const names = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.slice(0, 500);
    if (name === 'title' && this.#title === '') this.#inTitle = true;
    if (this.#menu?.element === name) this.#menu.open += 1;
    else if (this.#menu === undefined && (menuElements.has(name) || menuClass.test(names)))
      this.#menu = { element: name, open: 1 };
    const isHeading = headingElement.test(name) || (name !== 'a' && headingClass.test(names));
    if (isHeading && this.#pressable === undefined) this.#heading = { element: name, text: '', isOpen: true };
    this.#next ??= this.#scrolledTo(attributes);
    if (name === 'a') this.#openLink(attributes, names);
    else if (name === 'button' || attributes.get('role') === 'button') this.#openButton(name, attributes, names);
    else if (name === 'option') this.#openOption(attributes.get('value') ?? '');
    else if (/^(?:div|ul|ol|section|main)$/.test(name) && listClass.test(names) && !otherBox.test(names)) {
      this.#list = { name: detached(onOneLine(names)), element: name };
    }
  }

  #openLink(attributes: Attributes, names: string): void {
    if (this.#pressable !== undefined) this.#endPressable(this.#pressable);
    const href = attributes.get('href')?.trim() ?? '';
    const isButton = href === '' || href.startsWith('#') || /^javascript:/i.test(href);
    const address = isButton ? this.#requestedBy(attributes) : listedAddress(href, this.#base);
    this.#pressable = {
      ...(address !== undefined && { address }),
      label: attributes.get('aria-label') ?? attributes.get('title') ?? (nextClass.test(names) ? 'next' : ''),
      ...{ isButton, isMore: moreClass.test(names), element: 'a', text: '' },
    };
    if ((attributes.get('rel') ?? '').toLowerCase().split(/\s+/).includes('next') && address !== undefined)
      this.#next = address;
  }

  /** Scripts request what the attributes of a button for more name. */
  #openButton(element: string, attributes: Attributes, names: string): void {
    if (this.#pressable !== undefined) this.#endPressable(this.#pressable);
    const address = this.#requestedBy(attributes);
    const isMore = moreClass.test(names);
    this.#pressable = {
      ...(address !== undefined && { address }),
      label: '',
      isButton: true,
      isMore,
      element,
      text: '',
    };
  }

  /** The next part of a list that goes on where a reader comes to its end: `data-next`, `hx-get` with `hx-trigger="revealed"`. */
  #scrolledTo(attributes: Attributes): string | undefined {
    for (const name of attributes.names) {
      const isOfEnd = name === 'hx-get' && /revealed|intersect/.test(attributes.get('hx-trigger') ?? '');
      if (!isOfEnd && !nextName.test(name)) continue;
      const value = attributes.get(name)!;
      return partAddress.test(value) ? listedAddress(value, this.#base) : undefined;
    }
    return undefined;
  }

  /** The address in an attribute for scripts: `data-url`, `hx-get`; with the number that is in one beside it: `data-page`. */
  #requestedBy(attributes: Attributes): string | undefined {
    const own = [...attributes.names].filter(name => /^(?:data-|hx-get$|up-href$)/.test(name));
    const values = own.map(name => [name, attributes.get(name) ?? ''] as const);
    const [, named] = values.find(([, value]) => partAddress.test(value)) ?? [];
    const address = named === undefined ? undefined : listedAddress(named, this.#base);
    const [name, value = ''] = values.find(([each, is]) => is !== '' && countName.test(each)) ?? [];
    if (address === undefined || name === undefined || /[?/=]\d+(?:$|[/&])/.test(address)) return address;
    const url = new URL(address);
    url.searchParams.set(name.replace(countName, '$1'), value);
    return url.href;
  }

  /** A number in a list of parts to choose from. */
  #openOption(value: string): void {
    const address = /^(?:[/?]|https?:)/.test(value) ? listedAddress(value, this.#base) : undefined;
    if (this.#pressable?.element === 'option') this.#endPressable(this.#pressable);
    if (address === undefined || this.#pressable !== undefined) return;
    this.#pressable = { address, label: '', isButton: false, isMore: false, element: 'option', text: '' };
  }

  #endPressable({ address, label, isButton, isMore, element, text }: Pressable): void {
    this.#pressable = undefined;
    const line = detached(onOneLine(text).slice(0, longestText));
    if (isButton) this.#noteMore(line, isMore);
    if (address === undefined || (isButton && !isMore && !moreText.test(line))) return;
    if (element === 'option' && !/\d/.test(line)) return;
    const heading = this.#headingOf(address, line);
    const known = this.#links.get(address);
    if (known === undefined && this.#links.size >= mostLinks) return;
    const inMenu = this.#menu !== undefined;
    if (known === undefined || line.length > known.text.length || (heading !== '' && known.heading === undefined)) {
      this.#links.set(known?.address ?? detached(address), {
        address: known?.address ?? detached(address),
        text: line.length < (known?.text.length ?? 0) ? known!.text : line,
        ...(heading !== '' && { heading }),
        ...(isButton && { isButton: true as const }),
        ...(line === '' && label !== '' && { label: detached(onOneLine(label).slice(0, longestText)) }),
        inMenu: inMenu && (known?.inMenu ?? true),
      });
    }
  }

  /** The words of the heading in front of a link, where no other link is between them; '' without one. */
  #headingOf(address: string, line: string): string {
    const heading = this.#heading;
    this.#covering = line === '' ? address : undefined;
    if (heading?.isOpen === true) this.#heading = undefined;
    else if (heading !== undefined && line.length < heading.text.length) {
      heading.address ??= address;
      return heading.address === address ? heading.text : '';
    }
    return '';
  }

  #endHeading(heading: Heading): void {
    heading.isOpen = false;
    heading.text = detached(onOneLine(heading.text).slice(0, longestText));
    const covered = this.#links.get(this.#covering ?? '');
    if (covered !== undefined) this.#links.set(covered.address, { ...covered, heading: heading.text });
  }

  #noteMore(text: string, isMore: boolean): void {
    if (isMore || moreText.test(text)) add(this.#more, text);
  }
}

function add(to: Set<string>, text: string): void {
  if (to.size < mostSmall) to.add(text);
}
