import { ask, attempt, pathOf, say } from '../page/api.ts';
import { button, fileInput, select } from '../page/controls.ts';
import { type Child, el, pageText, scrolledTable, section, svg } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import type { ViewContext } from '../page/route.ts';
import { instant, named, number, percent, t } from '../words/language.ts';
import { labelKeys, type ModelEvent, type Quality } from './label-types.ts';

const modelClasses = ['positive', 'negative', 'neutral', 'unclassified'];

interface Training {
  readonly state: string;
  readonly stage: string;
  readonly share: number;
  readonly report?: { readonly isAdopted: boolean; readonly reason: string };
  readonly fault?: string;
}

const pollMs = 1_000;

/** How good the model is, as far as labels say; training, and files of labels and models. */
export async function qualityView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  const figures = el('div', {});
  const show = async (): Promise<void> => {
    figures.replaceChildren(...figuresOf(live.id, await ask<Quality>(['watches', live.id, 'quality'], { signal })));
  };
  await show();
  return el('div', { class: 'quality' }, [
    figures,
    trainingPart(live.id, signal, show),
    filesPart(live.id, signal, show),
  ]);
}

function figuresOf(id: string, quality: Quality): readonly HTMLElement[] {
  const { confusion, calibration, agreement, models, trainedOn, labelled, stale } = quality;
  return [
    el('p', {}, t('qualityCounts', { labelled: number(labelled), stale: number(stale) })),
    el('h2', {}, t('confusion')),
    el('p', { class: 'hint' }, t('confusionHint', { count: confusion.n })),
    ...(trainedOn === 0 ? [] : [el('p', { class: 'hint' }, t('trainedOn', { count: trainedOn }))]),
    confusionTable(confusion),
    languageTable(quality.languages),
    ...enginesPart(quality.engines),
    el('h2', {}, t('agreement')),
    agreementTable(agreement),
    el('h2', {}, t('calibration')),
    el('p', { class: 'hint' }, t('calibrationHint')),
    calibrationPart(calibration),
    el('h2', {}, t('learningCurve')),
    curvePart(models),
    el('h2', {}, t('modelHistory')),
    historyTable(id, models),
  ];
}

/** Behind the first column all are numbers, unless `hasWords`. */
function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Child[])[],
  hasWords = false,
): HTMLElement {
  const columns = head.map((heading, index) => ({ heading, isNumber: index > 0 && !hasWords }));
  return scrolledTable(caption, columns, rows);
}

function confusionTable({ n, cells, accuracy, compared }: Quality['confusion']): HTMLElement {
  if (n === 0) return el('p', {}, t('notComputable'));
  const count = (people: string, model: string): string =>
    number(cells.find(each => each.people === people && each.model === model)?.count ?? 0);
  const right = accuracy === null ? t('notComputable') : t('rightOf', { percent: percent(accuracy), count: compared });
  return el('div', {}, [
    table(
      t('confusion'),
      [t('peopleSay'), ...modelClasses.map(each => t('modelColumn', { class: named('tone', each) }))],
      labelKeys.map(people => [named('tone', people), ...modelClasses.map(model => count(people, model))]),
    ),
    el('p', {}, right),
  ]);
}

/** Each language has its own model: what one has learnt from is new to the other. */
function languageTable(languages: Quality['languages']): HTMLElement {
  return table(
    t('qualityByLanguage'),
    [t('language'), t('rightShare'), 'n', t('leftOutTrained'), t('trainingF1')],
    (['ru', 'en'] as const).map(language => {
      const { confusion, trainedOn, training } = languages[language];
      return [
        named('toneLanguage', language),
        confusion.accuracy === null ? '–' : percent(confusion.accuracy),
        ...[number(confusion.compared), number(trainedOn), training === null ? '–' : number(training.polarF1, 3)],
      ];
    }),
  );
}

/** Engines that were asked beside the model, on the same publications; nothing if none was. */
function enginesPart(engines: Quality['engines']): readonly HTMLElement[] {
  if (engines.length === 0) return [];
  const part = ({ count, of, low, high }: Quality['engines'][number]['right']): string =>
    low === null || high === null ? '–' : `${t('ofAll', { count, all: of })} (${percent(low)}–${percent(high)})`;
  const heads = ['positive', 'negative', 'neutral'].flatMap(each => [
    t('engineFound', { class: named('tone', each) }),
    t('engineSaid', { class: named('tone', each) }),
  ]);
  const rows = engines.map(({ engine, n, right, kappa, classes }) => [
    ...[pageText(engine), number(n), part(right), shownAgreement(kappa)],
    ...[classes.positive, classes.negative, classes.neutral].flatMap(({ found, said }) => [part(found), part(said)]),
  ]);
  return [
    el('h2', {}, t('engines')),
    el('p', { class: 'hint' }, t('enginesHint')),
    table(t('engines'), [t('model'), 'n', t('rightShare'), 'κ', ...heads], rows),
  ];
}

type Agreed = Quality['agreement']['alpha'];

function shownAgreement({ value, reason }: Agreed): string {
  return value === null ? named('agreementReason', reason ?? '') : number(value, 3);
}

function agreementTable({ alpha, pairs, annotators, disputed }: Quality['agreement']): HTMLElement {
  return el('div', {}, [
    el('p', {}, t('alpha', { value: shownAgreement(alpha), n: number(alpha.n) })),
    el('p', {}, t('disputedCount', { count: disputed })),
    annotators.length === 0
      ? undefined
      : table(
          t('annotators'),
          [t('annotatorName'), t('labels')],
          annotators.map(each => [pageText(each.name), number(each.labels)]),
        ),
    pairs.length === 0
      ? undefined
      : table(
          t('kappa'),
          [t('annotators'), 'κ', 'n'],
          pairs.map(({ annotators: names, kappa }) => [
            pageText(names.join(', ')),
            shownAgreement(kappa),
            number(kappa.n),
          ]),
        ),
  ]);
}

const side = 220;
const edge = 30;

/** A plot of shares by shares, from 0 to 1, with the line on which both are equal. */
function unitPlot(
  name: string,
  points: readonly { readonly x: number; readonly y: number }[],
  isDiagonal: boolean,
): SVGElement {
  const at = (x: number, y: number): readonly [number, number] => [edge + x * side, edge / 2 + (1 - y) * side];
  const [left, bottom] = at(0, 0);
  const [right, top] = at(1, 1);
  const line = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${at(x, y).join(' ')}`).join(' ');
  const label = (x: number, y: number, text: string) =>
    svg('text', { x, y, 'font-size': 11, fill: 'currentColor', 'text-anchor': 'middle' }, text);
  return svg(
    'svg',
    { viewBox: `0 0 ${side + 2 * edge} ${side + 2 * edge}`, role: 'img', 'aria-label': name, class: 'unit-plot' },
    svg('path', { d: `M${left} ${top}V${bottom}H${right}`, fill: 'none', stroke: 'currentColor' }),
    isDiagonal
      ? svg('path', {
          d: `M${left} ${bottom}L${right} ${top}`,
          stroke: 'currentColor',
          'stroke-dasharray': '4 4',
          opacity: 0.5,
        })
      : undefined,
    svg('path', { d: line, fill: 'none', stroke: 'var(--accent)', 'stroke-width': 2 }),
    ...points.map(({ x, y }) => {
      const [cx, cy] = at(x, y);
      return svg('circle', { cx, cy, r: 4, fill: 'var(--accent)' });
    }),
    ...[0, 0.5, 1].flatMap(each => [
      label(at(each, 0)[0], bottom + 14, number(each, 1)),
      label(left - 14, at(0, each)[1] + 4, number(each, 1)),
    ]),
  );
}

function calibrationPart({ bins, error, n }: Quality['calibration']): HTMLElement {
  const full = bins.filter(bin => bin.mean !== null && bin.right !== null);
  if (full.length === 0) return el('p', {}, t('notComputable'));
  return el('div', { class: 'figures' }, [
    unitPlot(
      t('calibration'),
      full.map(bin => ({ x: bin.mean!, y: bin.right! })),
      true,
    ),
    table(
      t('calibrationTable', { error: error === null ? t('notComputable') : percent(error), n: number(n) }),
      [t('probability'), 'n', t('rightShare')],
      full.map(bin => [percent(bin.mean!), number(bin.n), percent(bin.right!)]),
    ),
  ]);
}

interface Curved {
  readonly curve?: readonly { readonly labels: number; readonly polarF1: number }[];
}

function curvePart(models: readonly ModelEvent[]): HTMLElement {
  const newest = models.find(({ report }) => ((report as Curved).curve?.length ?? 0) > 1);
  const curve = (newest?.report as Curved | undefined)?.curve ?? [];
  if (curve.length < 2) return el('p', {}, t('noCurve'));
  const most = Math.log(curve.at(-1)!.labels);
  return el('div', { class: 'figures' }, [
    unitPlot(
      t('learningCurve'),
      curve.map(({ labels, polarF1 }) => ({ x: Math.log(labels) / most, y: polarF1 })),
      false,
    ),
    table(
      t('learningCurve'),
      [t('labels'), 'F1'],
      curve.map(each => [number(each.labels), number(each.polarF1, 3)]),
    ),
  ]);
}

function historyTable(id: string, models: readonly ModelEvent[]): HTMLElement {
  if (models.length === 0) return el('p', {}, t('shippedModelOnly'));
  return table(
    t('modelHistory'),
    [t('modelEvent'), t('model'), t('when'), t('reason')],
    models.map(each => [
      named('modelEvent', each.event),
      each.hasFile
        ? el('a', { href: pathOf(['watches', id, 'models', each.model]), download: '' }, pageText(each.name))
        : pageText(each.name),
      instant(each.at),
      reasonOf(each),
    ]),
    true,
  );
}

function reasonOf({ report }: ModelEvent): string {
  const { reason } = report as { readonly reason?: string };
  return reason === undefined ? '' : named('trainingReason', reason);
}

function languageChoice(): HTMLSelectElement {
  const choice = select(['ru', 'en'], each => [each, t(each === 'ru' ? 'inRussian' : 'inEnglish')], 'ru');
  choice.setAttribute('aria-label', t('textLanguage'));
  return choice;
}

/** A training is begun, followed and reported. */
function trainingPart(id: string, signal: AbortSignal, show: () => Promise<void>): HTMLElement {
  const choice = languageChoice();
  const bar = el('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('training') });
  const said = el('p', { role: 'status' });
  const follow = async (): Promise<void> => {
    const { training } = await ask<{ training: Training | null }>(['watches', id, 'training'], { signal });
    if (training === null) return;
    bar.hidden = training.state !== 'running';
    bar.value = training.share;
    said.textContent = trainingText(training);
    if (training.state === 'running') {
      const timer = setTimeout(() => attempt(follow, signal), pollMs);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    } else await show();
  };
  const start = button(t('trainNow'), async () => {
    await ask(['watches', id, 'training'], { method: 'POST', body: { language: choice.value } });
    await follow();
  });
  const back = button(t('useShipped'), async () => {
    await ask(['watches', id, 'models', 'shipped'], { method: 'POST', body: { language: choice.value } });
    say(t('shippedUsed'));
    await show();
  });
  attempt(follow, signal);
  return section(t('training'), [
    el('p', { class: 'hint' }, t('trainingHint')),
    el('p', { class: 'actions' }, choice, start, back),
    bar,
    said,
  ]);
}

function trainingText({ state, stage, report, fault }: Training): string {
  if (state === 'running') return named('trainingStage', stage);
  if (state === 'failed') return t('trainingFailed', { why: fault ?? '' });
  if (report === undefined) return '';
  return `${t(report.isAdopted ? 'modelAdopted' : 'modelKept')} ${named('trainingReason', report.reason)}`;
}

/** Labels out and in, models in. */
function filesPart(id: string, signal: AbortSignal, show: () => Promise<void>): HTMLElement {
  const link = (format: string) =>
    el('a', { href: `${pathOf(['watches', id, 'labels', 'export'])}?format=${format}`, download: '' }, [
      t('exportLabels', { format: format === 'csv' ? 'CSV' : 'JSON Lines' }),
    ]);
  const labels = fileInput(
    '.csv,.jsonl,.json',
    async file => {
      const format = /\.csv$/i.test(file.name) ? 'csv' : 'jsonl';
      const path = ['watches', id, 'labels', 'import'];
      const sent = { method: 'POST', query: { format }, file } as const;
      const { added, repeated, refused } = await ask<Record<'added' | 'repeated' | 'refused', number>>(path, sent);
      say(t('labelsImported', { added: number(added), repeated: number(repeated), refused: number(refused) }));
      await show();
    },
    signal,
  );
  const models = fileInput(
    '.bin',
    async file => {
      const { name } = await ask<{ name: string }>(['watches', id, 'models'], { method: 'POST', file });
      say(t('modelImported', { name }));
      await show();
    },
    signal,
  );
  return section(t('labelFiles'), [
    el('p', { class: 'actions' }, link('csv'), link('jsonl')),
    el('p', {}, el('label', {}, t('importLabels'), ' ', labels)),
    el('p', {}, el('label', {}, t('importModel'), ' ', models)),
  ]);
}
