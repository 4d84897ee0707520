import { defined } from '../../../domain/defined.ts';
import type { WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { RenderMode } from '../../../domain/spec/crawl-spec.ts';
import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import type { SourceFindings } from '../finding/source-findings.ts';
import { entryAddress } from './entry-state.ts';
import type { SourceSettings } from './source-settings.ts';

/**
 * The entries that a watch looks at from the beginning: the entries that were found at a source, as far as they are of its host.
 * Those that are switched off are proposed only. `fixedS`: seconds between two looks, where the user fixed them.
 */
export function firstEntries(
  findings: SourceFindings,
  { normalize, siteKey }: Pick<CrawlRules, 'normalize' | 'siteKey'>,
  { now, fixedS, hasBrowser = false }: FirstLook,
): readonly WatchedAddress[] {
  const start = { kind: 'page' as const, address: findings.address, title: findings.title, on: true };
  const found = hasBrowser && isDrawnStart(findings) ? [start] : findings.entries;
  const own = found.filter(({ address }) => siteKey(address) === siteKey(findings.address));
  return own.map(({ kind, address, title, on }) => {
    const identity = normalize(new URL(address));
    // An entry that teaches by itself needs nothing that was learnt before.
    const known = kind === 'feed' || !on || findings.known.length === 0 ? undefined : findings.known;
    const settings = defined({ title, fixedS, known });
    return entryAddress({ identity, address, kind }, { due: on ? now : Number.POSITIVE_INFINITY, ...settings });
  });
}

interface FirstLook {
  readonly now: number;
  readonly fixedS?: number | undefined;
  /** No browser has shown pages to the finding, and looks have one. */
  readonly hasBrowser?: boolean;
}

/** Nothing was found as it was sent, and the start page seems to need scripts: the list may be there once they have run. */
function isDrawnStart({ entries, browser, state }: Pick<SourceFindings, 'entries' | 'browser' | 'state'>): boolean {
  return state === 'nothing' && entries.length === 0 && browser?.state === 'off' && browser.left > 0;
}

/**
 * How pages of a new source are loaded, where its samples say so; undefined: as the watch says. If no browser has shown pages,
 * the watch finds out while it looks, if the place `hasBrowser` then.
 */
export function firstRendering(
  findings: Pick<SourceFindings, 'articles' | 'entries' | 'browser' | 'state'>,
  { now, watch = 'never', hasBrowser = false }: RenderingOf,
): Pick<SourceSettings, 'render' | 'renderFound'> | undefined {
  const { articles } = findings;
  if (watch === 'never' && hasBrowser && isDrawnStart(findings))
    return { render: 'always', renderFound: { at: now, why: 'list', pages: 1 } };
  if (articles === undefined || articles.sent > 0 || watch !== 'never') return undefined;
  const { drawn, unseen } = articles;
  if (drawn > 0) return { render: 'always', renderFound: { at: now, why: 'drawn', pages: drawn } };
  if (unseen === 0 || !hasBrowser) return undefined;
  return { render: 'auto', renderFound: { at: now, why: 'unseen', pages: unseen } };
}

interface RenderingOf {
  readonly now: number;
  /** As the watch says. */
  readonly watch: RenderMode | undefined;
  readonly hasBrowser?: boolean;
}
