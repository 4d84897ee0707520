import { placeKey } from '../../../wings/publications/mentioned/search-version.ts';
import type {
  MentionDecision,
  MentionPlace,
  SearchedVersion,
  StoredMention,
  UnsearchedVersion,
} from '../../../wings/publications/store/mention-store.ts';
import type { Row } from '../dynamo/calls/dynamo-tables.ts';
import type { ChangeDraft } from './change-draft.ts';
import * as items from './mention-items.ts';
import { keysOf, publicationOf, type StoredPublication, type TextPlace } from './publication-items.ts';

/** The findings of searches, written into a draft: the same decisions as in the store of one machine. */
export class MentionWriter {
  private readonly draft: ChangeDraft;
  private readonly keys: ReturnType<typeof items.mentionKeysOf> & Pick<ReturnType<typeof keysOf>, 'publication'>;
  private readonly textAt: (place: TextPlace) => Promise<string>;

  /** `textAt`: reads what an earlier change has stored. */
  constructor(draft: ChangeDraft, crawl: string, textAt: (place: TextPlace) => Promise<string>) {
    this.draft = draft;
    this.keys = { ...items.mentionKeysOf(crawl), publication: keysOf(crawl).publication };
    this.textAt = textAt;
  }

  /** Mentions of a version that is new in this change. */
  async writeNew(row: StoredPublication, searched: SearchedVersion | undefined): Promise<void> {
    const key = this.keys.searched(row.id);
    const before = row.version === 1 ? undefined : await this.draft.get(key);
    if (items.isSearched(before))
      this.draft.put(this.keys.earlier(row.id, Number(before['version'])), items.copiedAttributes(before));
    if (searched !== undefined) await this.put(row, searched, []);
    else if (items.isSearched(before)) this.draft.put(key, items.unsearchedAttributes);
  }

  /** Nothing if the version is not the latest, or another list is set, or if it was searched so before. */
  async keep({ publication, version }: UnsearchedVersion, searched: SearchedVersion): Promise<void> {
    const { list, models } = searched.key;
    const [current, row, known] = [
      await this.draft.get(this.keys.organizations),
      await this.draft.get(this.keys.publication(publication)),
      await this.searched(publication),
    ];
    if (current?.['digest'] !== list || row === undefined) return;
    const stored = publicationOf(row);
    if (stored.version !== version) return;
    const isSame = known?.version === version && known.list === list && !known.isOpen;
    if (isSame && known.searches.at(-1)!.models === models) return;
    const others = isSame ? known.searches.filter(each => each.models !== models) : [];
    const mentions = known?.isDecided === true ? await this.decided(known, searched.mentions) : searched.mentions;
    await this.put(stored, { ...searched, mentions }, others, known?.isDecided);
  }

  /** False if there is no such place in the latest version. */
  async decide(
    { publication, version }: UnsearchedVersion,
    place: MentionPlace,
    { status }: MentionDecision,
  ): Promise<boolean> {
    const known = await this.searched(publication);
    if (known?.version !== version) return false;
    const mentions = await this.mentionsOf(known);
    const key = placeKey(place);
    if (!mentions.some(each => placeKey(each) === key)) return false;
    const changed = mentions.map(each => (placeKey(each) === key ? { ...each, status } : each));
    const { organizations, models } = known.searches.at(-1)!;
    const told = items.toldSearch(this.draft, { key: { list: known.list, models }, organizations, mentions: changed });
    const searches = [...known.searches.slice(0, -1), told] as unknown as items.SearchedItem['searches'];
    const item: items.SearchedItem = { ...known, searches, isOpen: true, isDecided: true };
    this.draft.put(this.keys.searched(publication), items.searchedAttributes(this.draft, item));
    return true;
  }

  private async put(
    { id, version, source, datedAt, cluster }: StoredPublication,
    searched: SearchedVersion,
    others: readonly items.SearchedItem['searches'][number][],
    isDecided = false,
  ): Promise<void> {
    await this.noteModels(searched.key.models);
    const searches = [...others, items.toldSearch(this.draft, searched)] as unknown as items.SearchedItem['searches'];
    const { list } = searched.key;
    const item = { publication: id, version, source, datedAt, cluster, list, searches, isOpen: false, isDecided };
    this.draft.put(this.keys.searched(id), items.searchedAttributes(this.draft, item));
  }

  private async noteModels(name: string): Promise<void> {
    const names = namesIn(await this.draft.get(this.keys.models));
    if (!names.includes(name)) this.draft.put(this.keys.models, { names: [...names, name] });
  }

  private async searched(publication: number): Promise<items.SearchedItem | undefined> {
    const row = await this.draft.get(this.keys.searched(publication));
    return items.isSearched(row) ? await items.searchedOf(row, this.textAt) : undefined;
  }

  /** With the word of a person on each place that is found again. */
  private async decided(known: items.SearchedItem, found: readonly StoredMention[]): Promise<readonly StoredMention[]> {
    const before = (await this.mentionsOf(known)).filter(
      ({ status }) => status === 'confirmed' || status === 'rejected',
    );
    const statuses = new Map(before.map(each => [placeKey(each), each.status]));
    return found.map(each => ({ ...each, status: statuses.get(placeKey(each)) ?? each.status }));
  }

  private async mentionsOf({ searches }: items.SearchedItem): Promise<readonly StoredMention[]> {
    return JSON.parse(await this.textAt(searches.at(-1)!.place)) as readonly StoredMention[];
  }
}

/** Names of the models that gave tones, the first to come first. */
export function namesIn(row: Row | undefined): readonly string[] {
  return (row?.['names'] ?? []) as readonly string[];
}
