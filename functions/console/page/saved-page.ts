import { language, t } from '../words/language.ts';
import { say } from './api.ts';
import { button } from './controls.ts';
import { el } from './dom.ts';

/** For readers without the console: nothing is loaded, and nothing runs. */
const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ccc;padding:.4rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
caption{text-align:left;color:#555}ul{margin:0;padding-left:1.2rem}.hidden{display:none}`;

/** A separate page, as a file, with what `shown` holds; controls are left out. */
export function savedPage(title: string, shown: readonly HTMLElement[]): Blob {
  const page = document.implementation.createHTMLDocument(title);
  const heading = page.createElement('h1');
  heading.textContent = title;
  page.body.append(heading);
  for (const part of shown) {
    const copy = page.importNode(part, true);
    for (const control of copy.querySelectorAll('button, form, .actions, .pager')) control.remove();
    for (const folded of copy.querySelectorAll('details')) folded.open = true;
    page.body.append(copy);
  }
  // As text: the content security policy of the console holds for a style element of this document, too.
  const head = `<head><meta charset="utf-8">${page.head.innerHTML}<style>${style}</style></head>`;
  const text = `<!doctype html>\n<html lang="${language()}">${head}${page.body.outerHTML}</html>\n`;
  return new Blob([text], { type: 'text/html;charset=utf-8' });
}

/** Hands a file to the browser, as if it had been downloaded. */
export function download(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  el('a', { href, download: name }).click();
  // The browser reads it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Buttons that hand over what is shown: as a file, or by its address. */
export function sendButtons(save: () => void | Promise<void>): readonly HTMLElement[] {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    say(t('broken.linkCopied'));
  };
  return [button(t('broken.save'), save), button(t('broken.copyLink'), copy)];
}
