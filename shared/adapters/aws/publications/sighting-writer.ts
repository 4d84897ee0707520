import { monthOf } from '../../../wings/publications/store/indexed-text.ts';
import { isOtherDay, keyOfDay } from '../../../wings/publications/store/other-day.ts';
import {
  type AcceptedSighting,
  type FoundBy,
  type LostState,
  lostStates,
  type Sighting,
} from '../../../wings/publications/store/publication-store.ts';
import type { ChangeDraft } from './change-draft.ts';
import type { CopyMemory } from './copy-log.ts';
import type { MentionWriter } from './mention-writer.ts';
import {
  type keysOf,
  publicationAttributes,
  publicationOf,
  type StoredPublication,
  versionAttributes,
} from './publication-items.ts';

const live = { state: 'live', goneAt: undefined } as const;
const ways: ReadonlySet<FoundBy> = new Set(['feed', 'sitemap', 'link', 'traversal', 'archive']);

/** The changes that sightings make to the store, written into a draft: the same decisions as in the store of one machine. */
export class SightingWriter {
  private readonly draft: ChangeDraft;
  private readonly keys: ReturnType<typeof keysOf>;
  private readonly copies: CopyMemory;
  /** Keys of texts of versions that this change has made old. */
  private readonly older = new Map<number, string[]>();
  private readonly olderKeys: (id: number) => Promise<readonly string[]>;
  private readonly mentions: Pick<MentionWriter, 'writeNew'> | undefined;

  /** `olderKeys`: keys of the texts of all versions of a publication but the latest. `mentions`: of versions that come; absent if none can. */
  constructor(
    draft: ChangeDraft,
    keys: ReturnType<typeof keysOf>,
    copies: CopyMemory,
    olderKeys: (id: number) => Promise<readonly string[]>,
    mentions?: Pick<MentionWriter, 'writeNew'>,
  ) {
    this.draft = draft;
    this.keys = keys;
    this.copies = copies;
    this.olderKeys = olderKeys;
    this.mentions = mentions;
  }

  async accept(sighting: Sighting): Promise<AcceptedSighting> {
    if (!ways.has(sighting.by)) throw new Error(`a publication cannot be found by "${sighting.by}"`);
    const known = await this.knownAt(sighting.source, sighting.identity);
    if (sighting.corrects !== undefined) return await this.correct(known, sighting);
    if (known !== undefined) return await this.seeAgain(known, sighting);
    return await this.addTo(await this.withText(sighting), sighting);
  }

  async markLost(source: number, identity: string, state: LostState, at: number): Promise<void> {
    const known = await this.knownAt(source, identity);
    if (known === undefined || known.identity !== identity || at <= known.seenAt) return;
    if (known.state !== 'gone' && known.state !== state) await this.turn(known, { ...known, state, goneAt: at });
  }

  /** The publication at an address, as the change leaves it. */
  async knownAt(source: number, identity: string): Promise<StoredPublication | undefined> {
    const row = await this.draft.get(this.keys.address(source, identity));
    return row === undefined ? undefined : await this.publication(Number(row['publication']));
  }

  private async addTo(
    twin: StoredPublication | 'of-other-day' | undefined,
    sighting: Sighting,
  ): Promise<AcceptedSighting> {
    if (typeof twin !== 'object') return await this.add(sighting, twin === 'of-other-day');
    const added = this.addAddress(twin, sighting);
    return twin.state === 'gone' ? await this.seeAgain(twin, sighting) : added;
  }

  /** The publication of the source that has the text of a sighting; of several days that of the same day. */
  private async withText(sighting: Sighting): Promise<StoredPublication | 'of-other-day' | undefined> {
    const first = await this.underKey(sighting, sighting.index.key);
    if (first === undefined) return undefined;
    const ofDay = keyOfDay(sighting);
    const row = (ofDay === undefined ? undefined : await this.underKey(sighting, ofDay)) ?? first;
    return row === first && isOtherDay(sighting, first) ? 'of-other-day' : row;
  }

  private async underKey({ source }: Sighting, key: string): Promise<StoredPublication | undefined> {
    const row = await this.draft.get(this.keys.text(source, key));
    return row === undefined ? undefined : await this.publication(Number(row['publication']));
  }

  private async keepKeys(id: number, { source, index, version }: Sighting): Promise<void> {
    const first = await this.draft.get(this.keys.text(source, index.key));
    const isFirst = first === undefined || Number(first['publication']) === id;
    const key = isFirst ? index.key : keyOfDay({ index, version });
    if (key === undefined) return;
    const text = this.keys.text(source, key);
    if ((await this.draft.get(text)) === undefined) this.draft.put(text, { publication: id });
  }

  private async publication(id: number): Promise<StoredPublication> {
    const row = await this.draft.get(this.keys.publication(id));
    if (row === undefined) throw new Error(`publication ${id} is not in the table of publications`);
    return publicationOf(row);
  }

  private put(row: StoredPublication): void {
    this.draft.put(this.keys.publication(row.id), publicationAttributes(row));
  }

  /** The publication as it is from now on, and how many of its source are not live. */
  private async turn(before: StoredPublication, now: StoredPublication): Promise<void> {
    if (before.state !== 'live') await this.count(now.source, before.state, -1);
    if (now.state !== 'live') await this.count(now.source, now.state, 1);
    this.put(now);
  }

  private async count(source: number, what: 'count' | LostState, more: number): Promise<void> {
    const key = this.keys.source(source);
    const row = await this.draft.get(key);
    const counts = Object.fromEntries(['count', ...lostStates].map(name => [name, Number(row?.[name] ?? 0)]));
    this.draft.put(key, { ...counts, [what]: counts[what]! + more });
  }

  private async seeAgain(known: StoredPublication, sighting: Sighting): Promise<AcceptedSighting> {
    const { id: publication, version } = known;
    const isOwnAddress = known.identity === sighting.identity;
    if (
      known.textKey === sighting.index.key ||
      (!isOwnAddress && (await this.hadText(publication, sighting.index.key)))
    ) {
      const isBack = known.state !== 'live' && sighting.seenAt >= Math.max(known.seenAt, known.goneAt ?? 0);
      const hasMoved = isBack && !isOwnAddress && known.state === 'gone';
      if (isBack) await this.turn(known, { ...known, ...(hasMoved && this.moved(known, sighting)), ...live });
      return { outcome: 'same', publication, version };
    }
    if (sighting.seenAt <= known.seenAt) return { outcome: 'late', publication, version };
    return isOwnAddress ? await this.addVersion(known, sighting) : await this.partFrom(known, sighting);
  }

  /** This address takes the place of the one from which the publication is gone. */
  private moved({ id, identity: old }: StoredPublication, { identity, address }: Sighting) {
    this.draft.put(this.keys.furtherAddress(id, identity), { url: identity, parted: true });
    this.draft.put(this.keys.furtherAddress(id, old), { url: old, parted: undefined });
    return { identity, address };
  }

  private async correct(known: StoredPublication | undefined, sighting: Sighting): Promise<AcceptedSighting> {
    const { id: publication = 0, version = 0, identity } = known ?? {};
    const isLatest = version === sighting.corrects && identity === sighting.identity;
    return isLatest ? await this.addVersion(known!, sighting) : { outcome: 'late', publication, version };
  }

  private async hadText(id: number, key: string): Promise<boolean> {
    return (await this.olderKeys(id)).includes(key) || this.older.get(id)?.includes(key) === true;
  }

  /** An address that had the text of a publication has its own text by now. */
  private async partFrom({ id }: StoredPublication, sighting: Sighting): Promise<AcceptedSighting> {
    const { identity } = sighting;
    this.draft.put(this.keys.furtherAddress(id, identity), { url: identity, parted: true });
    return await this.addTo(await this.withText(sighting), sighting);
  }

  private addAddress({ id, version }: StoredPublication, { source, identity }: Sighting): AcceptedSighting {
    this.draft.put(this.keys.address(source, identity), { publication: id });
    this.draft.put(this.keys.furtherAddress(id, identity), { url: identity, parted: undefined });
    return { outcome: 'address', publication: id, version };
  }

  /** `isRepeat`: the source has published the text before, on another day. It is no copy then. */
  private async add(sighting: Sighting, isRepeat: boolean): Promise<AcceptedSighting> {
    const { source, identity, address, by, seenAt, index, version: read } = sighting;
    const datedAt = read.publishedAt ?? seenAt;
    this.draft.last += 1;
    const id = this.draft.last;
    const signature = isRepeat ? undefined : index.signature;
    const cluster = (signature && this.copies.clusterOf(signature, monthOf(datedAt), this.draft.marks)) ?? id;
    this.draft.put(this.keys.address(source, identity), { publication: id });
    if (cluster !== id) {
      this.draft.put(this.keys.copyOf(cluster, id), { copy: id });
      this.draft.put(this.keys.clustered(cluster), { copied: true });
    }
    await this.count(source, 'count', 1);
    const first = { id, source, identity, address, by, firstSeenAt: seenAt, cluster };
    await this.write({ ...first, ...live, ...this.versionOf(sighting, 1), datedAt }, sighting);
    return { outcome: 'new', publication: id, version: 1 };
  }

  private async addVersion(known: StoredPublication, sighting: Sighting): Promise<AcceptedSighting> {
    const version = known.version + 1;
    const datedAt = sighting.version.publishedAt ?? known.firstSeenAt;
    this.draft.put(this.keys.version(known.id, known.version), versionAttributes(known));
    this.older.set(known.id, [...(this.older.get(known.id) ?? []), known.textKey]);
    const isLive = sighting.corrects === undefined;
    const row: StoredPublication = { ...known, ...this.versionOf(sighting, version), ...(isLive && live), datedAt };
    await this.turn(known, row);
    this.draft.put(this.keys.dated(known), { moved: true });
    await this.write(row, sighting);
    return { outcome: 'version', publication: known.id, version };
  }

  private versionOf({ seenAt, index, version: read }: Sighting, version: number) {
    const { title, publishedAt, language, canonical, details } = read;
    const place = { object: this.draft.object, index: this.draft.addText(read.text) };
    return { version, seenAt, title, publishedAt, language, canonical, details, textKey: index.key, place };
  }

  private async write(row: StoredPublication, sighting: Sighting): Promise<void> {
    const { source, index, searched } = sighting;
    const { id, cluster, datedAt } = row;
    this.put(row);
    await this.mentions?.writeNew(row, searched);
    this.draft.put(this.keys.dated(row), { moved: undefined });
    this.draft.put(this.keys.foundBySource(source, id), { datedAt, cluster, firstSeenAt: row.firstSeenAt });
    await this.keepKeys(id, sighting);
    if (index.signature !== undefined)
      this.draft.marks.push({ id, cluster, month: monthOf(datedAt), signature: index.signature });
  }
}
