import { createHash } from 'node:crypto';
import { allowance, type Refusal, refusedValue } from '../../../domain/refusal/refusal.ts';
import type { PublicationStore } from '../store/publication-store.ts';
import type { NewLabel } from './label.ts';
import type { LabelStores } from './label-desk.ts';
import { type LabelLine, type LabelRecord, labelRecord } from './label-record.ts';

/** Finds publications by their addresses. */
export interface AddressBook {
  /** Numbers of the publications with this address, of whatever source. */
  publicationsAt(url: string): Promise<readonly number[]>;
}

const atOnce = 1_000;
/** Digits of a text's sum that a label has. */
const sumDigits = 32;

/** Equal for equal titles and texts. */
function textSum(title: string, text: string): string {
  return createHash('sha256').update(`${title}\n${text}`).digest('hex').slice(0, sumDigits);
}

/** All labels with numbers above `from` as files have them, in the order in which they came. */
export async function* exportedLabels(stores: LabelStores, from = 0): AsyncGenerator<LabelRecord> {
  const texts = new TextSums(stores.publications);
  for (let after = from; ; ) {
    const rows = await stores.labels.labels(after, atOnce);
    for (const row of rows) {
      const publication = await stores.publications.publication(row.publication);
      const text = await texts.of(row.publication, row.version);
      yield labelRecord(row, { url: publication?.identity ?? '', text: text ?? '' });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    after = last.id;
  }
}

/** Sums of the texts of versions; the last one is remembered, because labels of a publication come together. */
class TextSums {
  readonly #publications: Pick<PublicationStore, 'text' | 'versions'>;
  #known: { readonly publication: number; readonly sums: ReadonlyMap<number, string> } | undefined;

  constructor(publications: Pick<PublicationStore, 'text' | 'versions'>) {
    this.#publications = publications;
  }

  async of(publication: number, version: number): Promise<string | undefined> {
    return (await this.all(publication)).get(version);
  }

  async all(publication: number): Promise<ReadonlyMap<number, string>> {
    if (this.#known?.publication === publication) return this.#known.sums;
    const sums = new Map<number, string>();
    for (const { version, title } of await this.#publications.versions(publication))
      sums.set(version, textSum(title, (await this.#publications.text(publication, version)) ?? ''));
    this.#known = { publication, sums };
    return sums;
  }
}

export interface ImportedLabels {
  readonly added: number;
  /** Labels that the watch has already. */
  readonly repeated: number;
  /** Rows that cannot be used, each with its line. */
  readonly faults: readonly { readonly line: number; readonly fault: Refusal }[];
}

/**
 * Adds labels of a file. Each faulty row is reported; the good rows are added in one transaction. Every row needs a
 * publication of the watch with the labelled text: a label of another text would be false.
 */
export async function importLabels(
  stores: LabelStores,
  book: AddressBook,
  lines: readonly LabelLine[],
  now: number,
): Promise<ImportedLabels> {
  const texts = new TextSums(stores.publications);
  const faults: { line: number; fault: Refusal }[] = [];
  const plain: { readonly record: LabelRecord; readonly label: NewLabel }[] = [];
  const withdrawals: { readonly line: number; readonly record: LabelRecord; readonly label: NewLabel }[] = [];
  for (const each of lines) {
    if (each.fault !== undefined) {
      faults.push(each);
      continue;
    }
    const { line, record } = each;
    const found = await subjectOf(stores, { book, texts }, each, now);
    if ('code' in found) faults.push({ line, fault: found });
    else if (record.kind === 'withdrawal') withdrawals.push({ line, record, label: found });
    else plain.push({ record, label: found });
  }
  const first = await stores.labels.addLabels(plain.map(({ label }) => label));
  const idOf = new Map(plain.map(({ record }, index) => [record.label, first.ids[index]!] as const));
  const joined = withdrawals.flatMap(({ line, record, label }) => {
    const withdraws = idOf.get(record.withdraws);
    if (withdraws !== undefined) return [{ ...label, withdraws }];
    faults.push({ line, fault: refusedValue(`line ${line}: withdraws`, record.withdraws, allowance('unknown-label')) });
    return [];
  });
  const second = await stores.labels.addLabels(joined);
  const repeated = first.repeated + second.repeated;
  return {
    added: plain.length + joined.length - repeated,
    repeated,
    faults: faults.toSorted((a, b) => a.line - b.line),
  };
}

/** A clock may be a little ahead of ours. */
const mostAheadMs = 86_400_000;

async function subjectOf(
  stores: LabelStores,
  { book, texts }: { readonly book: AddressBook; readonly texts: TextSums },
  { line, record }: { readonly line: number; readonly record: LabelRecord },
  now: number,
): Promise<NewLabel | Refusal> {
  const at = Date.parse(record.at);
  if (at > now + mostAheadMs) return refusedValue(`line ${line}: at`, record.at, allowance('label-in-future'));
  const publications = await book.publicationsAt(record.url);
  if (publications.length === 0) return refusedValue(`line ${line}: url`, record.url, allowance('label-unknown-url'));
  for (const publication of publications) {
    const version = await versionWith(stores, texts, publication, record.text);
    if (version !== undefined) return labelOf(record, { publication, version, at });
  }
  return refusedValue(`line ${line}: text`, record.text, allowance('label-other-text'));
}

async function versionWith(
  stores: LabelStores,
  texts: TextSums,
  publication: number,
  sum: string | null,
): Promise<number | undefined> {
  if (sum === null) return (await stores.publications.publication(publication))?.version;
  return [...(await texts.all(publication))].findLast(([, each]) => each === sum)?.[0];
}

function labelOf(
  record: LabelRecord,
  { publication, version, at }: { readonly publication: number; readonly version: number; readonly at: number },
): NewLabel {
  const { field, start, end, model, modelClass, shown, note } = record;
  return {
    ...{ publication, version, at, organization: record.organization, class: record.class ?? undefined },
    ...(field !== null && start !== null && end !== null && { place: { field, start, end } }),
    ...{ isAdjudication: record.kind === 'adjudication', annotator: record.annotator, sampling: record.sampling },
    ...(model !== null && { answer: { model, class: modelClass ?? 'unclassified', isShown: shown ?? false } }),
    ...(note !== null && { note }),
  };
}
