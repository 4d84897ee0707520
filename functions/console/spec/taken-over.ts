import { ask } from '../page/api.ts';
import { el } from '../page/dom.ts';
import { shownText } from '../page/shown-text.ts';
import { t } from '../words/language.ts';
import type { FormField } from './spec-form.ts';
import { besideLines, type SiteEntry, type Spec, valueAt, withoutValue } from './spec-values.ts';

/** The settings of an earlier crawl, as the form has them. */
export interface TakenOver {
  /** The text about them for people. */
  readonly notice: HTMLElement;
  /** Settings for which the form has no field. They go along as they were. */
  readonly beside: Spec;
}

/** Fills the fields with the settings of the crawl `id`. */
export async function takeOver(id: string, fields: readonly FormField[], signal: AbortSignal): Promise<TakenOver> {
  const { spec, sitesLeftOut = 0 } = await ask<{ readonly spec: Spec; readonly sitesLeftOut?: number }>(
    ['crawls', id, 'spec'],
    { signal },
  );
  let beside = spec;
  for (const { path, control, take } of fields) {
    const value = valueAt(spec, path);
    if (value === undefined || !take(value)) continue;
    beside = withoutValue(beside, path);
    control.closest('details')?.setAttribute('open', '');
  }
  const sites = besideLines((spec['sites'] ?? []) as readonly SiteEntry[]);
  const whole = sites.length === 0 ? beside : { ...beside, sites };
  return { notice: noticeOf(id, Object.keys(whole), sitesLeftOut), beside: whole };
}

function noticeOf(id: string, names: readonly string[], sitesLeftOut: number): HTMLElement {
  return el('div', { class: 'notice' }, [
    el('p', {}, t('again.of', { name: shownText(id) })),
    names.length === 0 ? undefined : el('p', {}, t('again.beside', { names: names.join(', ') })),
    sitesLeftOut === 0 ? undefined : el('p', {}, t('again.sitesLeftOut', { count: sitesLeftOut })),
  ]);
}
