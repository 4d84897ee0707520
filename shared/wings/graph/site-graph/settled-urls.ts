import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import { noLevel } from '../../../domain/protocol/site-outcomes.ts';
import { sortNumbers } from '../../../domain/sort-numbers.ts';
import type { CollectedSite } from './collected-site.ts';
import { type RedirectEnds, redirectEnds } from './redirect-ends.ts';
import type { UrlRecord } from './url-record.ts';

type Kind = Outcome['kind'];

/** A URL by its place among the records, or among the URLs that are open. */
interface Place {
  readonly place: number;
  readonly isOpen: boolean;
}

/** The outcome of each URL of a site once circles of redirects are known, in the order of the files: by level and URL. */
export class SettledUrls {
  /** Places of the nodes' records, by id. */
  readonly nodes: Uint32Array;
  private readonly site: CollectedSite;
  private readonly redirects: RedirectEnds;
  /** Where they are others than the records say, by place. */
  private readonly outcomes = new Map<number, Outcome>();
  /** Places of all records. */
  private readonly sorted: Uint32Array;
  private readonly sortedOpen: Uint32Array;
  /** By place, -1: no node. */
  private readonly ids: Int32Array;

  /** `identityOf` normalizes an address. */
  constructor(site: CollectedSite, identityOf: (address: string) => string) {
    this.site = site;
    const { records, open, addresses } = site;
    const redirecting = Array.from(records.usedPlaces('redirect'), place => records.identityAt(place));
    this.redirects = redirectEnds(records, redirecting, identityOf);
    this.settle();
    this.sorted = sortNumbers(
      records.usedPlaces(),
      (a, b) =>
        byLevel(records.levelAt(a), records.levelAt(b)) ||
        addresses.compare(records.addressAt(a), records.addressAt(b)),
    );
    this.sortedOpen = sortNumbers(
      Uint32Array.from({ length: open.length }, (_, place) => place),
      (a, b) => byLevel(open.levelAt(a), open.levelAt(b)) || addresses.compare(open.addressAt(a), open.addressAt(b)),
    );
    this.nodes = this.sorted.filter(place => this.kindOf(place) === 'node' && records.hasPageAt(place));
    this.ids = new Int32Array(records.places).fill(-1);
    for (const [id, place] of this.nodes.entries()) this.ids[place] = id;
  }

  /** The record, with what became of it in the end. */
  at(place: number): UrlRecord {
    const record = this.site.records.at(place);
    const outcome = this.outcomes.get(place);
    return outcome === undefined ? record : { ...record, outcome };
  }

  kindOf(place: number): Kind | undefined {
    if (place < 0) return undefined;
    return this.outcomes.get(place)?.kind ?? this.site.records.kindAt(place);
  }

  isKind(place: number, kinds: ReadonlySet<Kind | undefined>): boolean {
    return kinds.has(this.kindOf(place));
  }

  levelOf(place: number): number {
    return this.site.records.levelAt(place);
  }

  /** Records by level and URL, those that `isWanted`. */
  *values(isWanted: (place: number) => boolean): Iterable<UrlRecord> {
    for (const place of this.sorted) if (isWanted(place)) yield this.at(place);
  }

  ofKind(kind: Kind): Iterable<UrlRecord> {
    return this.values(place => this.kindOf(place) === kind);
  }

  /** Records and open URLs by level and URL. */
  *withOpen(isWanted: (place: number) => boolean = () => true): Iterable<Place> {
    const { records, open, addresses } = this.site;
    let next = 0;
    for (const place of this.sorted) {
      if (!isWanted(place)) continue;
      for (; next < this.sortedOpen.length; next += 1) {
        const waiting = this.sortedOpen[next]!;
        const order =
          byLevel(open.levelAt(waiting), records.levelAt(place)) ||
          addresses.compare(open.addressAt(waiting), records.addressAt(place));
        if (order > 0) break;
        yield { place: waiting, isOpen: true };
      }
      yield { place, isOpen: false };
    }
    for (; next < this.sortedOpen.length; next += 1) yield { place: this.sortedOpen[next]!, isOpen: true };
  }

  /** The place of the record of an address by its number; -1: it has none. */
  placeOf(address: number): number {
    return this.site.records.placeOf(address);
  }

  /** Id of the node at a place; -1: it is no node, or there is no such place. */
  nodeOf(place: number): number {
    return place < 0 ? -1 : this.ids[place]!;
  }

  nodeAt(url: string): number {
    return this.nodeOf(this.placeOf(this.site.addresses.find(url)));
  }

  /** The URL that takes the place of `identity` in the graph: a node's, where there is one. */
  keptUrl(identity: string): string {
    const end = this.redirects.ends.get(identity) ?? identity;
    const place = this.placeOf(this.site.addresses.find(end));
    if (place < 0 || this.kindOf(place) !== 'duplicate') return end;
    const { outcome } = this.at(place);
    return outcome.kind === 'duplicate' ? outcome.owner : end;
  }

  /** By the number of each address that a link leads to: the id of the node that takes its place; -1: none does. */
  nodesOfAddresses(): Int32Array {
    const { addresses } = this.site;
    const nodes = new Int32Array(addresses.size).fill(-1);
    for (let number = 0; number < nodes.length; number += 1) {
      const node = this.nodeOf(this.placeOf(number));
      nodes[number] = node >= 0 || !this.site.isLinked(number) ? node : this.nodeAt(this.keptUrl(addresses.at(number)));
    }
    return nodes;
  }

  private settle(): void {
    const { records } = this.site;
    for (const identity of this.redirects.circular) {
      const place = this.placeOf(this.site.addresses.find(identity));
      const { outcome } = records.at(place);
      if (outcome.kind === 'redirect')
        this.outcomes.set(place, { kind: 'skipped', reason: 'redirects', status: outcome.status });
    }
    // A page with the content of a page that could not be read was not read either: the same would have come of it.
    for (const place of records.usedPlaces('duplicate')) {
      const { outcome } = records.at(place);
      const ofOwner = outcome.kind === 'duplicate' ? records.get(outcome.owner)?.outcome : undefined;
      if (ofOwner?.kind === 'skipped' && ofOwner.reason === 'parser') this.outcomes.set(place, ofOwner);
    }
  }
}

/** Pages without a level come last. */
function byLevel(a: number, b: number): number {
  return Number(a === noLevel) - Number(b === noLevel) || a - b;
}
