import { redirectTarget } from '../http/redirect-target.ts';

/** Signs in a start page that explain its lack of links; `refresh ADDRESS`: the page sends visitors to an address. */
export type StartHint = 'frames' | 'areas' | 'script-redirect' | 'scripts' | `refresh ${string}`;

const longestAddress = 500;
/** Longer tags and headers are cut. */
const longestTag = 4_096;
const mostTags = 10_000;
const tag = /<(i?frame|area|meta|script)\b/gi;
const scriptRedirect = /\blocation(?:\.href)?\s*=\s*["'`]|\blocation\.(?:replace|assign)\s*\(/i;

/**
 * `html`: a page with few links; it may be hostile, so each character is read a few times at most. `refresh`: the
 * Refresh header.
 */
export function startHints(html: string, refresh: string | undefined, address: string): readonly StartHint[] {
  const shown = withoutComments(html);
  const tags = [...signTags(shown)];
  const has = (sign: RegExp): boolean => tags.some(each => sign.test(each));
  const meta = tags.find(each => /^<meta\b.*http-equiv\s*=\s*["']?refresh\b/is.test(each));
  const location = [refresh?.slice(0, longestTag), meta].map(refreshTarget).find(Boolean);
  const target = redirectTarget(location, address);
  const isAway =
    target !== undefined && target.length <= longestAddress && new URL(target).host !== new URL(address).host;
  const isSent = scriptRedirect.test(shown);
  return [
    ...(isAway ? [`refresh ${target}` as const] : []),
    ...(has(/^<i?frame\b.*\ssrc\s*=/is) ? ['frames' as const] : []),
    ...(has(/^<area\b.*\shref\s*=/is) ? ['areas' as const] : []),
    ...(isSent ? ['script-redirect' as const] : []),
    ...(has(/^<script\b/i) && !isSent ? ['scripts' as const] : []),
  ];
}

function refreshTarget(text = ''): string | undefined {
  return /\burl\s*=\s*['"]?\s*([^'"\s>]+)/i.exec(text)?.[1];
}

function withoutComments(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = html.indexOf('<!--', at);
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4);
    if (end < 0) break;
    parts.push(html.slice(at, start));
    at = end + 3;
  }
  return parts.join('') + html.slice(at);
}

/** The start tags that may be signs, each up to its `>`. */
function* signTags(html: string): Generator<string> {
  const begin = new RegExp(tag);
  for (let count = 0; count < mostTags; count += 1) {
    const found = begin.exec(html);
    if (found === null) return;
    const text = html.slice(found.index, found.index + longestTag);
    const end = text.indexOf('>');
    const whole = end < 0 ? text : text.slice(0, end + 1);
    begin.lastIndex = found.index + whole.length;
    yield whole;
  }
}

const answers: Readonly<Record<Exclude<StartHint, `refresh ${string}`>, string>> = {
  frames: 'it has frames, which --frames follows',
  areas: 'it has image maps, which --elements a,area,refresh follows',
  'script-redirect': 'its scripts lead elsewhere: --render auto loads it in a browser',
  scripts: 'it has scripts, which may make links: --render auto loads it in a browser',
};

/** The sentence for a site of a single page. */
export function startHintText(hints: readonly StartHint[]): string {
  if (hints.length === 0) return 'the start page has no links, so the site is this one page';
  const said = hints.map(hint => {
    if (hint in answers) return answers[hint as keyof typeof answers];
    const target = hint.slice('refresh '.length);
    return `it sends visitors to ${target}, another host: crawl that address`;
  });
  return `the start page has no links that are followed, so the site is this one page: ${said.join('; ')}`;
}
