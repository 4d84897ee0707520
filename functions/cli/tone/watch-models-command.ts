import { userInfo } from 'node:os';
import { oneLine } from '../../../shared/domain/text-columns.ts';
import { labelClasses } from '../../../shared/wings/publications/labels/label.ts';
import { labelQuality } from '../../../shared/wings/publications/labels/label-quality.ts';
import type { TrainingReport } from '../../../shared/wings/publications/labels/retraining.ts';
import { engineShares, type ShareWithin } from '../../../shared/wings/publications/table/engine-shares.ts';
import { percentText } from '../../../shared/wings/publications/table/share.ts';
import { type ToneLanguage, toneLanguages } from '../../../shared/wings/publications/tone/context-words.ts';
import { toneClasses } from '../../../shared/wings/publications/tone/tone-model.ts';
import { withLabels } from '../../embedded/labels/open-labels.ts';
import { trainApart } from '../../embedded/labels/train-apart.ts';
import { shownAgreement } from '../labels/labels-command.ts';
import { formatCount, formatCounted, formatTable, printLines } from '../terminal/print.ts';

export interface RetrainOptions {
  readonly language: ToneLanguage;
  readonly json?: true;
}

const modelClasses = ['positive', 'negative', 'neutral', 'unclassified'] as const;

/** `orbweaver tone retrain`: trains on the labels of a watch, on its own thread. Ctrl-C leaves the model that is used. */
export async function retrainWatch(directory: string, { language, json }: RetrainOptions): Promise<void> {
  await withLabels(directory, 'write', async () => undefined);
  const meter = process.stderr.isTTY
    ? ({ stage, share }: { readonly stage: string; readonly share: number }) =>
        process.stderr.write(`\r${stage} ${Math.round(100 * share)} % `)
    : () => undefined;
  const task = { directory, language, by: userInfo().username, at: Date.now() };
  const trained = await trainApart(task, meter);
  if (process.stderr.isTTY) process.stderr.write('\r');
  if (json) return printLines([JSON.stringify(trained, null, 2)]);
  const { report, leftOut, model } = trained;
  const left = Object.entries(leftOut).filter(([, count]) => count > 0);
  printLines([
    `${formatCount(report.labels)} labels; what is trained: ${report.changes}.`,
    ...(report.neutralShare === undefined || report.neutralShare === 1
      ? []
      : [`Where the class is decided, neutral counts ${report.neutralShare} times as much as before.`]),
    ...(left.length === 0 ? [] : [`Left out: ${left.map(([reason, count]) => `${reason} ${count}`).join(', ')}.`]),
    ...(report.before === null || report.after === null
      ? []
      : formatTable([
          [`on ${formatCount(report.compared)} labels`, 'F1 of positive and negative', 'log loss'],
          ['the model before', report.before.polarF1.toFixed(3), report.before.logLoss.toFixed(3)],
          ['the new model', report.after.polarF1.toFixed(3), report.after.logLoss.toFixed(3)],
        ])),
    `${report.isAdopted ? `Adopted: ${model}` : 'Kept aside'}: ${reasonText(report)}`,
  ]);
}

function reasonText({ reason, changes }: TrainingReport): string {
  switch (reason) {
    case 'not-worse':
      return 'it is not worse on labels that it has not seen.';
    case 'too-few':
      return 'too few labels. A calibration needs 100 of the random sample, weights need 300 labels.';
    case 'one-class':
      return 'all labels are of one class.';
    case 'f1-fell':
      return `F1 on labels that it has not seen fell, so the ${changes} before stay.`;
    case 'log-loss-rose':
      return `the loss on labels that it has not seen rose, so the ${changes} before stay.`;
  }
}

/** `orbweaver tone quality`: how good the model is, as far as labels say. */
export async function showQuality(directory: string, { json }: { readonly json?: true }): Promise<void> {
  const quality = await withLabels(directory, 'read', async stores => await labelQuality(stores));
  const { confusion, calibration, agreement, models } = quality;
  const engines = engineShares(quality.engines);
  if (json) {
    const history = models.map(each => ({ ...each, report: JSON.parse(each.report) }));
    return printLines([JSON.stringify({ ...quality, engines, models: history }, null, 2)]);
  }
  const count = (people: string, model: string): string =>
    formatCount(confusion.cells.find(each => each.people === people && each.model === model)?.count ?? 0);
  const share = (value: number | null): string => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);
  const matrix = formatTable([
    ['people say', ...modelClasses],
    ...labelClasses.map(people => [people, ...modelClasses.map(model => count(people, model))]),
  ]);
  const bins = calibration.bins
    .filter(({ n }) => n > 0)
    .map(({ from, to, n, mean, right }) => [
      `${from.toFixed(1)}–${to.toFixed(1)}`,
      ...[formatCount(n), share(mean), share(right)],
    ]);
  const curve = [
    `Calibration (error ${share(calibration.error)}):`,
    ...formatTable([['p', 'n', 'mean p', 'right'], ...bins]),
  ];
  printLines([
    `With a class of people: ${formatCounted(quality.labelled, 'subject')}; stale: ${formatCounted(quality.stale, 'label')}.`,
    `Random sample: ${formatCounted(confusion.n, 'publication')}; right ${share(confusion.accuracy)} of ${formatCount(confusion.compared)}.`,
    ...(quality.trainedOn === 0
      ? []
      : [`${formatCount(quality.trainedOn)} more are left out: the model was trained on them.`]),
    ...toneLanguages.map(language => {
      const { confusion: own, trainedOn, training } = quality.languages[language];
      const learnt = training === null ? '' : `; its training on labels: F1 ${training.polarF1.toFixed(3)}`;
      return `${language}: right ${share(own.accuracy)} of ${formatCount(own.compared)}, ${formatCount(trainedOn)} left out${learnt}.`;
    }),
    ...(confusion.n === 0 ? [] : [...matrix, ...curve]),
    `Krippendorff's alpha: ${shownAgreement(agreement.alpha)} (n = ${formatCount(agreement.alpha.n)}); disputed ${formatCount(agreement.disputed)}.`,
    ...agreement.pairs.map(
      ({ annotators, kappa }) =>
        `kappa ${annotators.join(', ')}: ${shownAgreement(kappa)} (n = ${formatCount(kappa.n)}).`,
    ),
    ...engines.flatMap(engineLines),
    ...models.map(each => `${new Date(each.at).toISOString().slice(0, 16)}  ${each.event}  ${each.name}`),
  ]);
}

/** An engine beside the others: shares with their intervals for 95 %. */
function engineLines({ engine, n, right, kappa, classes }: ReturnType<typeof engineShares>[number]): readonly string[] {
  const part = ({ count, of, low, high }: ShareWithin): string =>
    low === null || high === null
      ? 'none'
      : `${formatCount(count)} of ${formatCount(of)} (${percentText(low)}–${percentText(high)} %)`;
  return [
    `${oneLine(engine)}, on ${formatCount(n)} that all engines answered: right ${part(right)}, kappa ${shownAgreement(kappa)}.`,
    ...toneClasses.map(
      each => `  ${each}: found ${part(classes[each].found)}, right when said ${part(classes[each].said)}`,
    ),
  ];
}
