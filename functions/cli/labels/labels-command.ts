import { oneLine } from '../../../shared/domain/text-columns.ts';
import {
  type ImportedLabels,
  importLabelFile,
  listDisputes,
  showQueue,
} from '../../../shared/place/operations/label-operations.ts';
import type { Agreement } from '../../../shared/wings/publications/labels/agreement.ts';
import { labelCsvHead, labelCsvLine } from '../../../shared/wings/publications/labels/label-record.ts';
import { organizationsNamed, type WatchPlace } from '../publications/watch-place.ts';
import { readText } from '../spec/read-text.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import {
  cutToWidth,
  formatCount,
  formatCounted,
  formatTable,
  print,
  printLines,
  terminalColumns,
} from '../terminal/print.ts';

interface ExportOptions {
  readonly format: 'jsonl' | 'csv';
}

interface ImportOptions extends Partial<ExportOptions> {
  readonly json?: true;
}

interface LabelQueueOptions {
  readonly annotator: string;
  readonly organization?: readonly string[];
  readonly limit: number;
  readonly model?: true;
  readonly json?: true;
}

/** A file of labels is read whole. */
const mostBytes = 256_000_000;
const mostTold = 20;

/** `orbweaver labels export`. */
export async function exportLabels(place: WatchPlace, { format }: ExportOptions): Promise<void> {
  if (format === 'csv') await print(labelCsvHead);
  for await (const record of await place.labels())
    await print(format === 'csv' ? labelCsvLine(record) : `${JSON.stringify(record)}\n`);
}

/** `orbweaver labels import`; gives the exit code. */
export async function importLabels(place: WatchPlace, file: string, { format, json }: ImportOptions): Promise<number> {
  const text = await readText('', file, mostBytes);
  const ending = file.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl';
  const { faults, ...counts } = await place.perform(importLabelFile, { format: format ?? ending, text });
  const sentences = faults.map(({ message }) => `${file === '-' ? 'standard input' : file} ${message}`);
  if (json) await print(`${JSON.stringify({ ...counts, faults: sentences }, null, 2)}\n`);
  else await tellImported({ ...counts, sentences });
  return counts.refused > 0 ? exitCodes.badInput : exitCodes.finished;
}

interface Imported extends Omit<ImportedLabels, 'faults'> {
  /** The first refusals. */
  readonly sentences: readonly string[];
}

/** Says counts on standard output, and refusals on standard error. */
async function tellImported({ added, repeated, refused, sentences, unlisted }: Imported): Promise<void> {
  const shown = sentences.slice(0, mostTold);
  for (const sentence of shown) process.stderr.write(`orbweaver: ${sentence}\n`);
  if (refused > shown.length) process.stderr.write(`orbweaver: … and ${formatCount(refused - shown.length)} more.\n`);
  await print(
    `${formatCounted(added, 'label')} added, ${formatCount(repeated)} known already, ${formatCount(refused)} not usable.\n`,
  );
  if (unlisted.length === 0) return;
  const more = unlisted.length > mostTold ? ` … and ${formatCount(unlisted.length - mostTold)} more` : '';
  const ids = unlisted.slice(0, mostTold).join(', ');
  process.stderr.write(
    `The list of the watch has no organization with the id ${ids}${more}: the table does not count labels for it.\n`,
  );
}

/** `orbweaver labels queue`. */
export async function printQueue(place: WatchPlace, { json, ...order }: LabelQueueOptions): Promise<void> {
  const { subjects, considered, isCut } = await place.perform(showQueue, {
    ...order,
    organization: [...(await organizationsNamed(place, order.organization))],
  });
  if (json) {
    const items = subjects.map(({ name: _, dated: __, ...subject }) => subject);
    return await print(`${JSON.stringify({ items, considered, isCut }, null, 2)}\n`);
  }
  for (const { publication, organization, title } of subjects)
    await print(`${cutToWidth(`${publication}  ${organization}  ${oneLine(title)}`, terminalColumns)}\n`);
  await print(
    `${formatCounted(subjects.length, 'subject')} of ${formatCount(considered)}${isCut ? ', the newest; older ones were not considered' : ''}.\n`,
  );
}

/** `orbweaver labels agreement`. */
export async function showAgreement(place: WatchPlace, { json }: { readonly json?: true }): Promise<void> {
  const { agreement, disputes } = await place.perform(listDisputes, { all: true });
  const disputed = disputes.map(({ publication, url, organization, place: of, labels }) => ({
    ...{ publication, url, organization, place: of },
    labels: labels.map(each => ({ annotator: each.annotator, class: each.class })),
  }));
  if (json) return await print(`${JSON.stringify({ ...agreement, disputes: disputed }, null, 2)}\n`);
  const table = formatTable([
    ['annotators', 'n', 'same', 'kappa'],
    ...agreement.pairs.map(({ annotators, kappa, same }) => [
      annotators.map(oneLine).join(', '),
      formatCount(kappa.n),
      formatCount(same),
      shownAgreement(kappa),
    ]),
  ]);
  const counts = agreement.annotators.map(({ name, labels }) => `${oneLine(name)} ${formatCount(labels)}`).join(', ');
  const lines = [
    `Labels: ${counts === '' ? 'none' : counts}.`,
    ...(agreement.pairs.length === 0 ? [] : table),
    `Krippendorff's alpha: ${shownAgreement(agreement.alpha)} (n = ${formatCount(agreement.alpha.n)}).`,
    ...disputed.map(({ publication, organization, labels }) => {
      const said = labels.map(each => `${oneLine(each.annotator)} ${each.class}`).join(', ');
      return cutToWidth(`disputed: ${publication}  ${organization}  ${said}`, terminalColumns);
    }),
  ];
  printLines(lines);
}

/** A figure, or why there is none. */
export function shownAgreement(agreement: Agreement): string {
  if (agreement.value !== null) return agreement.value.toFixed(3);
  return agreement.reason === 'too-few' ? 'none: nothing was labelled twice' : 'none: all labels are of one class';
}
