import { readFileSync } from 'node:fs';

/** The values of a template. A value is shown as it is written; a list, a text or `true` opens its section. */
export interface View {
  readonly [name: string]: string | number | boolean | readonly View[] | undefined;
}

const texts = new Map<string, string>();

/** The file of `pages/`, filled. `{{> name}}` in it is the text of `name.html`. */
export function page(file: string, view: View): string {
  return filled(textOf(file), view);
}

function textOf(file: string): string {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const written = readFileSync(new URL(`./pages/${file}`, import.meta.url), 'utf8');
  const text = written.trimEnd().replace(/\{\{> ([\w-]+)\}\}/g, (_, name) => textOf(`${name}.html`));
  texts.set(file, text);
  return text;
}

/** `{{name}}` is a text, `{{{name}}}` markup; `{{#name}}…{{/name}}` comes once for each of a list, or where there is a value. */
function filled(template: string, view: View): string {
  return template
    .replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name, inner) => {
      const value = view[name];
      const views = typeof value === 'object' ? value : value ? [{}] : [];
      return views.map(each => filled(inner, { ...view, ...each })).join('');
    })
    .replace(/\{\{\{(\w+)\}\}\}/g, (_, name) => String(view[name] ?? ''))
    .replace(/\{\{(\w+)\}\}/g, (_, name) => escaped(String(view[name] ?? '')));
}

/** Markup of a text; what begins a new line in it begins one on the page. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '<br>');
}
