import type { RuleComparison } from '../../../shared/wings/publications/grabber/compare-rules.ts';
import type { PageOutline } from '../../../shared/wings/publications/grabber/pointing/page-outline.ts';
import type { SuggestedRules } from '../../../shared/wings/publications/grabber/suggest/suggest-rules.ts';
import { ApiProblem, ask, askList, problemText, say } from '../page/api.ts';
import { button, confirmed, labelled, onChosen, select } from '../page/controls.ts';
import { type Child, el, headed, pageLink, pageText, scrolledTable, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { named, percent, t } from '../words/language.ts';
import { pageFrame } from './page-frame.ts';
import { pointingPanel } from './pointing-panel.ts';
import { readRuleText, ruleText, withField } from './rule-text.ts';
import type { PublicationLine, PublicationPage, SourcePage } from './watch-types.ts';

/** Pages by which rules are learnt and tried: the latest of the source. */
const mostPages = 10;

/** Rules beside the page: an element is pointed at, its XPath appears, and rules are tried on the latest pages. */
export async function rulesView(live: LiveCrawl, { route, signal }: ViewContext): Promise<HTMLElement> {
  const { sources } = await askList<SourcePage>(['watches', live.id, 'sources'], { limit: 1_000 }, signal);
  const source = route.query.get('source') ?? String(sources[0]?.number ?? '');
  const query = { source, limit: mostPages };
  const { publications } = await askList<PublicationPage>(['watches', live.id, 'publications'], query, signal);
  const editor = el('textarea', { rows: 14, spellcheck: false, class: 'rules' });
  const said = el('p', { class: 'hint', role: 'status' }, t('rulePageEmpty'));
  const results = el('div', {});
  const panel = pointingPanel({
    mark: (pointed, way) => frame.mark(pointed, way),
    take: (field, xpath) => {
      const rules = rulesIn(editor, said);
      if (rules !== 'bad') editor.value = ruleText(withField(rules, field, xpath));
    },
  });
  const frame = pageFrame(panel.point);

  async function show(address: string): Promise<void> {
    said.textContent = t('rulePageLoading');
    try {
      const page = await ask<{ readonly address: string; readonly outline: PageOutline }>(
        ['watches', live.id, 'page'],
        { method: 'POST', body: { address }, signal },
      );
      panel.show(page.outline);
      frame.show(page.outline);
      const cut = page.outline.isCut ? ` ${t('ruleCut')}` : '';
      said.textContent = `${t('rulePageShown', { address: shownText(page.address) })}${cut}`;
    } catch (error) {
      said.replaceChildren(problemText(error));
    }
  }

  const names = sources.map(({ number, name }) => [String(number), shownText(name, 60)] as const);
  const chosenSource = onChosen(
    select(names, each => each, source),
    chosen => {
      // A change of the language sends an event to all inputs.
      if (chosen !== source) location.hash = hashOfWatch(live.id, 'rules', { source: chosen });
    },
  );
  const pages = select(publications, ({ url, title }) => [url, shownText(title, 80)], '', '–');
  const showChosen = async (address: string): Promise<void> => {
    if (address !== '') await show(address);
  };
  const chosenPage = onChosen(pages, showChosen, signal);
  const actions = { id: live.id, publications, editor, said, results, signal };
  return el('div', {}, [
    el('p', { class: 'hint' }, t('ruleIntro')),
    el('form', { class: 'filter level' }, labelled(t('source'), chosenSource), labelled(t('rulePage'), chosenPage)),
    said,
    el('div', { class: 'beside' }, frame.element, panel.element),
    el('section', {}, [
      labelled(t('ruleText'), editor, t('ruleTextHint')),
      el('p', { class: 'actions' }, [
        button(t('ruleSuggest'), () => learn(actions)),
        button(t('ruleTest'), () => tryRules(actions), { class: 'primary' }),
        button(t('rulesAccept'), () => accept(actions, source)),
      ]),
    ]),
    results,
  ]);
}

interface RuleActions {
  readonly id: string;
  readonly publications: readonly PublicationLine[];
  readonly editor: HTMLTextAreaElement;
  readonly said: HTMLElement;
  readonly results: HTMLElement;
  readonly signal: AbortSignal;
}

/** The rules as they are typed; `bad` where they are no JSON, which is said. */
function rulesIn(editor: HTMLTextAreaElement, said: HTMLElement): unknown {
  try {
    return readRuleText(editor.value);
  } catch (error) {
    said.textContent = t('ruleBadJson', { why: String((error as Error).message) });
    return 'bad';
  }
}

async function learn({ id, publications, editor, said, signal }: RuleActions): Promise<void> {
  said.textContent = t('ruleLearning');
  const body = { addresses: publications.map(({ url }) => url) };
  const found = await ask<SuggestedRules>(['watches', id, 'rules', 'suggest'], { method: 'POST', body, signal });
  if (found.rules === null) {
    said.textContent = t('ruleNothingLearnt');
    return;
  }
  const { pages, articles, matched } = found;
  editor.value = ruleText(found.rules);
  said.textContent = t('ruleLearnt', { pages, articles, matched });
  editor.focus();
}

async function accept({ id, editor, said }: RuleActions, source: string): Promise<void> {
  const rules = rulesIn(editor, said);
  if (rules === 'bad') return;
  if (!(await confirmed(t('rulesAcceptQuestion'), t('rulesAccept'), t('rulesAcceptMeans')))) return;
  const path = ['watches', id, 'sources', source, 'rules'];
  await ask(path, { method: 'PUT', body: { rules: rules ?? null } });
  say(t('rulesAccepted'));
}

type Tried = RuleComparison & { readonly address: string };

/** Page after page, so that what is known appears at once. */
async function tryRules({ id, publications, editor, said, results, signal }: RuleActions): Promise<void> {
  const rules = rulesIn(editor, said);
  if (rules === 'bad') return;
  const columns = headed('rulePage', 'ruleMatched', '#ruleAgreement', 'ruleFields');
  const rows: Child[][] = [];
  let matched = 0;
  const path = ['watches', id, 'rules', 'test'];
  for (const [index, { url, title }] of publications.entries()) {
    said.textContent = t('ruleTesting', { page: index + 1, count: publications.length });
    const body = { address: url, rules: rules ?? null };
    const tried = await triedOn(path, body, signal);
    if (tried instanceof ApiProblem) rows.push([pageLink(url, title), problemText(tried), '–', '']);
    else {
      if (tried.isMatch) matched += 1;
      rows.push(cellsOf(tried, title));
    }
    results.replaceChildren(el('h2', {}, t('ruleResults')), scrolledTable(t('ruleResults'), columns, rows));
  }
  said.textContent = t('ruleTested', { matched, count: publications.length });
}

/** A page that is not there any more is reported; the others are tried. */
async function triedOn(path: readonly string[], body: object, signal: AbortSignal): Promise<Tried | ApiProblem> {
  try {
    return await ask<Tried>(path, { method: 'POST', body, signal });
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 409) return error;
    throw error;
  }
}

function cellsOf({ address, isMatch, agreement, pageType, fields, warnings }: Tried, title: string): Child[] {
  const shown = (value: string | null | undefined): string => shownText(value ?? '–', 80);
  const facts = fields
    .filter(({ name }) => name !== 'text')
    .map(({ name, rule, automatic, isSame }) =>
      el('li', {}, [
        `${named('fact', name)}: `,
        isSame === undefined
          ? t('ruleOwn', { rule: shown(rule) })
          : isSame
            ? t('ruleSame')
            : t('ruleDiffers', { rule: shown(rule), automatic: shown(automatic) }),
      ]),
    );
  return [
    pageLink(address, title === '' ? address : title),
    isMatch ? pageText(pageType ?? '') : `${t('ruleNo')} (${warnings.join(', ')})`,
    isMatch ? percent(agreement) : '–',
    el('ul', { class: 'facts' }, facts),
  ];
}
