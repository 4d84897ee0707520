import { redirectTarget } from '../http/redirect-target.ts';

/** What a start page has in place of links that are followed; `refresh ADDRESS`: it sends visitors there. */
export type StartHint = 'frames' | 'areas' | 'script-redirect' | 'scripts' | `refresh ${string}`;

const signs: readonly (readonly [StartHint, RegExp])[] = [
  ['frames', /<i?frame\b[^>]*\ssrc\s*=/i],
  ['areas', /<area\b[^>]*\shref\s*=/i],
  ['script-redirect', /\blocation(?:\.href)?\s*=\s*["'`]|\blocation\.(?:replace|assign)\s*\(/i],
  ['scripts', /<script\b/i],
];

const longestAddress = 500;

/** `html`: a page of few links. `refresh`: the Refresh header. */
export function startHints(html: string, refresh: string | undefined, address: string): readonly StartHint[] {
  const shown = html.replace(/<!--.*?-->/gs, '');
  const meta = /<meta\b[^>]*http-equiv\s*=\s*["']?refresh\b[^>]*>/i.exec(shown)?.[0];
  const location = [refresh, meta].map(text => /\burl\s*=\s*['"]?\s*([^'"\s>]+)/i.exec(text ?? '')?.[1]).find(Boolean);
  const target = redirectTarget(location, address);
  const isAway =
    target !== undefined && target.length <= longestAddress && new URL(target).host !== new URL(address).host;
  const found = signs.filter(([, sign]) => sign.test(shown)).map(([hint]) => hint);
  const isSent = found.includes('script-redirect');
  return [...(isAway ? [`refresh ${target}` as const] : []), ...found.filter(hint => !(isSent && hint === 'scripts'))];
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
