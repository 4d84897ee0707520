import type { RenderMode } from '../../domain/spec/crawl-spec.ts';
import type { TurnView } from './turn.ts';

/** How the pages of a turn are loaded: as a person has set it for the source of a watch, else as the spec says. */
export async function renderModeOf({ turn, row, rules, crawl }: TurnView): Promise<RenderMode> {
  const { watched } = turn.worker.ports;
  const stored = crawl.spec.watch === undefined ? undefined : await watched?.readSettings(row.crawl, row.site);
  const own = stored === undefined ? undefined : (JSON.parse(stored) as { readonly render?: RenderMode }).render;
  return own ?? rules.spec.render ?? 'never';
}
