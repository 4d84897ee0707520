import { englishSentence } from '../../../shared/domain/refusal/refusal.ts';
import { oneLine } from '../../../shared/domain/text-columns.ts';
import type { Agreement } from '../../../shared/wings/publications/labels/agreement.ts';
import {
  agreementOf,
  disputes,
  labelledSubjects,
  labelQueue,
} from '../../../shared/wings/publications/labels/label-lists.ts';
import {
  type LabelLine,
  labelCsvHead,
  labelCsvLine,
  labelsOfCsv,
  labelsOfJsonLines,
} from '../../../shared/wings/publications/labels/label-record.ts';
import { exportedLabels, importLabels } from '../../../shared/wings/publications/labels/label-transfer.ts';
import type { MentionStore } from '../../../shared/wings/publications/store/mention-store.ts';
import { withLabels } from '../../embedded/labels/open-labels.ts';
import { cutToWidth, terminalColumns } from '../mentions/shown-lines.ts';
import { readText } from '../spec/read-text.ts';
import { formatCount, formatCounted, formatTable } from '../terminal/amounts.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { print } from '../terminal/print.ts';

export interface ExportOptions {
  readonly format: 'jsonl' | 'csv';
}

export interface ImportOptions {
  readonly format?: 'jsonl' | 'csv';
  readonly json?: true;
}

export interface LabelQueueOptions {
  readonly annotator: string;
  readonly organization?: string;
  readonly limit: number;
  readonly model?: true;
  readonly json?: true;
}

/** A file of labels is read whole. */
const mostBytes = 256_000_000;
const mostTold = 20;

/** `orbweaver labels export`. */
export async function exportLabels(directory: string, { format }: ExportOptions): Promise<void> {
  await withLabels(directory, 'read', async stores => {
    if (format === 'csv') await print(labelCsvHead);
    for await (const record of exportedLabels(stores))
      await print(format === 'csv' ? labelCsvLine(record) : `${JSON.stringify(record)}\n`);
  });
}

/** `orbweaver labels import`; gives the exit code. */
export async function importLabelFile(directory: string, file: string, options: ImportOptions): Promise<number> {
  const text = await textOf(file);
  const format = formatOf(file, options);
  const lines = format === 'csv' ? labelsOfCsv(text) : labelsOfJsonLines(text);
  const { added, repeated, faults, unlisted } = await withLabels(directory, 'write', async stores => ({
    ...(await importLabels(stores, stores.book, lines, Date.now())),
    unlisted: await unlistedIn(lines, stores.mentions),
  }));
  const sentences = faults.map(({ fault }) => inFile(file, englishSentence(fault)));
  if (options.json) await print(`${JSON.stringify({ added, repeated, faults: sentences, unlisted }, null, 2)}\n`);
  else await tellImported({ added, repeated, refused: sentences.length, faults: sentences.slice(0, mostTold) });
  if (unlisted.length > 0 && options.json === undefined) process.stderr.write(unlistedSentence(unlisted));
  return faults.length > 0 ? exitCodes.badInput : exitCodes.finished;
}

/** Ids in labels that the list of the watch lacks, such as mistyped ids. */
async function unlistedIn(
  lines: readonly LabelLine[],
  mentions: Pick<MentionStore, 'organizationList'>,
): Promise<readonly string[]> {
  const list = await mentions.organizationList();
  const known = new Set(list?.organizations.map(({ id }) => id));
  const named = new Set(lines.flatMap(line => (line.fault === undefined ? [line.record.organization] : [])));
  return [...named].filter(id => !known.has(id)).toSorted();
}

function unlistedSentence(ids: readonly string[]): string {
  const more = ids.length > mostTold ? ` … and ${formatCount(ids.length - mostTold)} more` : '';
  const shown = ids.slice(0, mostTold).join(', ');
  return `The list of the watch has no organization with the id ${shown}${more}: the table does not count labels for it.\n`;
}

/** The fault in a line of a file, which `sentence` begins with. */
export function inFile(file: string, sentence: string): string {
  return `${file === '-' ? 'standard input' : file} ${sentence}`;
}

/** The format of a file of labels, by its option or its ending. */
export function formatOf(file: string, { format }: ImportOptions): 'jsonl' | 'csv' {
  return format ?? (file.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl');
}

interface ImportedLabels {
  readonly added: number;
  readonly repeated: number;
  readonly refused: number;
  /** The first refusals, as sentences. */
  readonly faults: readonly string[];
}

/** Says counts on standard output, and refusals on standard error. */
export async function tellImported({ added, repeated, refused, faults }: ImportedLabels): Promise<void> {
  for (const fault of faults) process.stderr.write(`orbweaver: ${fault}\n`);
  if (refused > faults.length) process.stderr.write(`orbweaver: … and ${formatCount(refused - faults.length)} more.\n`);
  await print(
    `${formatCounted(added, 'label')} added, ${formatCount(repeated)} known already, ${formatCount(refused)} not usable.\n`,
  );
}

/** The text of a file of labels, or of standard input. Throws `BadInput`. */
export async function textOf(file: string): Promise<string> {
  return await readText('', file, mostBytes);
}

/** `orbweaver labels queue`. */
export async function showQueue(directory: string, options: LabelQueueOptions): Promise<void> {
  const { annotator, organization, limit, model, json } = options;
  await withLabels(directory, 'read', async stores => {
    const order = { annotator, most: limit, ...(organization !== undefined && { organization }) };
    const { items, considered, isCut } = await labelQueue(stores, order);
    const rows = items.map(({ item: { publication, version, organization: of, p }, sampling, row }) => ({
      ...{ publication, version, organization: of, sampling },
      ...(model === true && { p: p ?? null }),
      ...{ title: row?.title ?? '', url: row?.identity ?? '' },
    }));
    if (json) return await print(`${JSON.stringify({ items: rows, considered, isCut }, null, 2)}\n`);
    for (const each of rows)
      await print(
        `${cutToWidth(`${each.publication}  ${each.organization}  ${oneLine(each.title)}`, terminalColumns)}\n`,
      );
    await print(
      `${formatCounted(rows.length, 'subject')} of ${formatCount(considered)}${isCut ? ', the newest; older ones were not considered' : ''}.\n`,
    );
  });
}

/** `orbweaver labels agreement`. */
export async function showAgreement(directory: string, { json }: { readonly json?: true }): Promise<void> {
  await withLabels(directory, 'read', async stores => {
    const agreement = agreementOf(await labelledSubjects(stores));
    const disputed = (await disputes(stores)).map(({ row, organization, place, opinion }) => ({
      ...{ publication: row.id, url: row.identity, organization, place: place ?? null },
      labels: opinion.standing.map(each => ({ annotator: each.annotator, class: each.class })),
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
    await print(lines.map(line => `${line}\n`).join(''));
  });
}

/** A figure, or why there is none. */
export function shownAgreement(agreement: Agreement): string {
  if (agreement.value !== null) return agreement.value.toFixed(3);
  return agreement.reason === 'too-few' ? 'none: nothing was labelled twice' : 'none: all labels are of one class';
}
