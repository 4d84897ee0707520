import type { SimulatedRules } from '../../../shared/wings/sets/simulate/simulated-rules.ts';
import { ask } from '../page/api.ts';
import { freshId, labelled, onSubmit, select } from '../page/controls.ts';
import { finishedCrawls } from '../page/crawl-names.ts';
import { el, headed, pageLink, scrolledTable, section } from '../page/dom.ts';
import { wholeTable } from '../page/paged-table.ts';
import type { ViewContext } from '../page/route.ts';
import { linePlot } from '../plots/line-plot.ts';
import { wholeNumber, words } from '../spec/spec-values.ts';
import { named, number, t } from '../words/language.ts';
import { namedAndDated } from './compare-view.ts';

const usualBudgets = '500, 2000, 5000';

/** The pages that each rule would have collected from finished crawls, within budgets of pages. Nothing is requested. */
export async function simulateView({ signal }: ViewContext): Promise<HTMLElement> {
  const crawls = await finishedCrawls(signal);
  const head = [el('h1', { tabindex: -1 }, t('simulate')), el('p', {}, t('simulate.hint'))];
  if (crawls.length === 0) return el('div', {}, ...head, el('p', { class: 'notice' }, t('simulate.none')));
  const boxes = crawls.map(({ id }) => el('input', { type: 'checkbox', value: id, id: freshId() }));
  const budgets = el('input', { autocomplete: 'off', inputmode: 'numeric', value: usualBudgets });
  const order = select(['breadth-first', 'links'], each => [each, each], '', t('simulate.asCame'));
  const result = el('div', { role: 'status' });
  const form = el('form', { novalidate: true }, [
    el('fieldset', { class: 'choices' }, [
      el('legend', {}, t('simulate.crawls')),
      ...boxes.map((box, index) =>
        el('div', { class: 'check' }, box, el('label', { for: box.id }, namedAndDated(crawls[index]!))),
      ),
    ]),
    labelled(t('simulate.budgets'), budgets, t('hint.words')),
    labelled(t('simulate.order'), order, t('simulate.orderHint')),
    el('p', { class: 'actions' }, el('button', { class: 'primary' }, t('simulate'))),
  ]);
  onSubmit(
    form,
    async () => {
      const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      const pages = words(budgets.value).map(wholeNumber);
      const body = { crawls: chosen, budgets: pages, ...(order.value !== '' && { order: order.value }) };
      result.replaceChildren(el('p', { class: 'hint' }, t('simulate.asked')));
      try {
        const answer = await ask<SimulatedRules>(['simulation'], { method: 'POST', body, signal });
        result.replaceChildren(...(await outcomes(answer)));
      } catch (error) {
        result.replaceChildren();
        throw error;
      }
    },
    signal,
  );
  return el('div', {}, ...head, form, result);
}

async function outcomes(answer: SimulatedRules): Promise<readonly HTMLElement[]> {
  const { pages, links, siteCount, quantumPages, sites, budgets, curves } = answer;
  const facts = { sites: number(siteCount), pages: number(pages), links: number(links) };
  const isCut = sites.some(({ status }) => status !== 'no-work');
  const lines = curves.map(({ name, points }) => ({
    name: name === 'optimum' ? t('simulate.optimum') : named('rule', name),
    points,
  }));
  return [
    el('p', {}, t('simulate.found', facts)),
    ...(isCut ? [el('p', { class: 'notice' }, t('simulate.cut'))] : []),
    el('p', { class: 'hint' }, t('simulate.quantum', { count: quantumPages })),
    ...budgets.map(budgetTable),
    section(t('simulate.plot'), [linePlot(t('simulate.plot'), { x: t('pages'), y: t('simulate.links') }, lines)]),
    el('h2', {}, t('sites')),
    await wholeTable(sites, {
      caption: t('sites'),
      columns: headed('site', 'state', '#pages', '#simulate.links'),
      cellsOf: site => [pageLink(site.origin), named('finish', site.status), number(site.pages), number(site.links)],
      empty: t('noSites'),
    }),
  ];
}

function budgetTable({ budget, optimum, rules }: SimulatedRules['budgets'][number]): HTMLElement {
  const caption = t('simulate.budget', { count: budget, optimum: number(optimum) });
  const columns = headed('simulate.rule', '#pages', '#simulate.links', '#simulate.ofOptimum', '#simulate.ofClassics');
  const rows = rules.map(({ rule, pages, links, ofOptimum, ofClassics }) => [
    named('rule', rule),
    ...[number(pages), number(links), number(ofOptimum, 3), number(ofClassics, 3)],
  ]);
  return section(caption, scrolledTable(caption, columns, rows));
}
