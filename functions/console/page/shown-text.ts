import { readableAddress, readableHost } from '../../../shared/files/readable-address.ts';
import { el } from './dom.ts';

/*
 * Texts of crawled pages are hostile: they may be a megabyte long, turn the direction of what follows (Unicode
 * Technical Report 36, section 3.1) or look like something of ours.
 */

const mostShown = 300;
/**
 * The characters that stay as they are: emoji of several characters, and joiners where a script needs them to be read (RFC 5892,
 * appendix A; in Latin, Cyrillic and Greek they only hide), then control characters, and format characters such as the overrides
 * and isolates of UAX 9, each by itself.
 */
const unseen =
  /\p{RGI_Emoji}|(?<=[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]])[\u200C\u200D](?=[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]])|(?<invisible>[\p{Cc}\p{Cf}\u2028\u2029])/gv;

/** A short visible form: hosts have their letters, characters that cannot be seen are named, e.g. ⟨202E⟩, and what is longer than `most` is cut. */
export function shownText(given: string, most = mostShown): string {
  const text = readableHost(given);
  const cut =
    text.length > most
      ? `${text
          .slice(0, most)
          .replace(/[\uD800-\uDBFF]$/, '')
          .toWellFormed()}…`
      : text.toWellFormed();
  return cut.replaceAll(unseen, (found: string, invisible: string | undefined) =>
    invisible === undefined ? found : `⟨${invisible.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** Text of a page, isolated from the direction of its surroundings. */
export function pageText(text: string): HTMLElement {
  return el('bdi', { class: 'page-text' }, shownText(text));
}

/** A link to a crawled page, where `address` is http or https; else its text. */
export function pageLink(address: string, text = address): HTMLElement {
  if (!isWebAddress(address)) return pageText(text);
  return el('a', { href: address, target: '_blank', rel: 'noreferrer noopener' }, pageText(readableAddress(text)));
}

/** The copied text of a whole link is its address, as servers know it. */
export function copyTrueAddress(event: ClipboardEvent): void {
  const selection = document.getSelection();
  const text = selection?.toString().trim();
  const node = selection?.anchorNode;
  const link = (node instanceof Element ? node : node?.parentElement)?.closest('a');
  if (link?.querySelector('.page-text') == null || link.textContent !== text || !link.href.startsWith('http')) return;
  event.clipboardData?.setData('text/plain', link.getAttribute('href')!);
  event.preventDefault();
}

function isWebAddress(address: string): boolean {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'http:' || protocol === 'https:';
}
