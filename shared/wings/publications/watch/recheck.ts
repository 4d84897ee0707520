import { defined } from '../../../domain/defined.ts';
import type { WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { WatchOptions } from '../../../domain/spec/crawl-spec.ts';
import type { Extraction } from '../extraction/extract-page.ts';
import type { GrabbedPage } from '../grabber/grab-page.ts';
import { conditionalFields, type LookMemory, newMemory } from '../looks/conditional-look.ts';
import type { ItemHint } from '../store/item-hint.ts';
import type { FoundBy } from '../store/publication-store.ts';

/** A publication as a page gave it. Plain JSON. */
export interface ReadArticle {
  readonly extraction: Extraction | GrabbedPage;
  /** The application that gave it, where its name is not that of the method. */
  readonly application?: string;
  /** Number of the version of rules that gave any field. */
  readonly revision?: number;
  /** When its first page was requested, epoch ms. */
  readonly seenAt: number;
}

/** The entry that named a publication, and its hint. */
export interface Naming {
  readonly identity: string;
  readonly address: string;
  readonly by: FoundBy;
  readonly hint?: ItemHint | undefined;
}

/** A further page of an article that is requested: what the pages before it gave. */
export interface ArticlePart {
  /** Which page, from 2. */
  readonly number: number;
  readonly naming: Naming;
  readonly article: ReadArticle;
  /** Of the publication, once it is whole. */
  readonly state: RecheckState;
}

/** The memory of a watch for a publication that it looks at again. */
export interface RecheckState {
  readonly version: 1;
  /** Epoch ms of the first look. */
  readonly first: number;
  /** Looks after the first one. */
  readonly checks: number;
  /** Of the text without the template of its host, which changes: while it is this, the page has not changed. */
  readonly plainKey: string;
  readonly memory: LookMemory;
  /** Of the last good text (`kept-words.ts`). */
  readonly sample?: string;
  /** Its characters. */
  readonly length?: number;
  /** Its headline, if it was a live blog. */
  readonly live?: string;
  /** The hint of the entry that named it. */
  readonly hint?: ItemHint;
  /** The last look found no page. If there is one again, the publication is back, also with the text of before. */
  readonly gone?: true;
  /** The last look found another page. */
  readonly doubtful?: true;
  /** It is a further page of an article. */
  readonly part?: ArticlePart;
  /** No look has seen the publication yet: another source named its address, or the first look failed. */
  readonly named?: { readonly by: FoundBy };
}

/** An address that is to be looked at as a publication that no look has seen yet. */
export function unseenAddress(
  { identity, address }: Pick<WatchedAddress, 'identity' | 'address'>,
  { at, by, hint }: { readonly at: number; readonly by: FoundBy; readonly hint?: ItemHint | undefined },
): WatchedAddress {
  const unseen = { checks: -1, plainKey: '', memory: newMemory, named: { by } };
  const state: RecheckState = { version: 1, first: at, ...unseen, ...defined({ hint }) };
  return dueAddress(identity, address, at, state);
}

export function dueAddress(identity: string, address: string, at: number, state: RecheckState): WatchedAddress {
  return { identity, address, kind: 'publication', due: at, fields: {}, state: JSON.stringify(state) };
}

/** The next page of an article, due at once. Its identity is that of the article with the number of the page. */
export function partAddress(part: ArticlePart, address: string, at: number): WatchedAddress {
  const state: RecheckState = { version: 1, first: at, checks: -1, plainKey: '', memory: newMemory, part };
  return dueAddress(`${part.naming.identity}#page-${part.number}`, address, at, state);
}

/** The publication's next look; undefined after the last one. */
export function nextRecheck(
  { identity, address }: Pick<WatchedAddress, 'identity' | 'address'>,
  state: RecheckState,
  { recheckS }: WatchOptions,
): WatchedAddress | undefined {
  const afterS = recheckS[state.checks];
  if (afterS === undefined) return undefined;
  return {
    ...{ identity, address, kind: 'publication', due: state.first + afterS * 1000 },
    fields: conditionalFields(state.memory),
    state: JSON.stringify(state),
  };
}

/** After a look at `at`: looks that were slept through are left out. */
export function checkedAt(state: RecheckState, at: number, { recheckS }: WatchOptions): RecheckState {
  const passed = recheckS.filter(afterS => state.first + afterS * 1000 <= at).length;
  return { ...state, checks: Math.max(state.checks + 1, passed) };
}

export function readRecheck({ state }: Pick<WatchedAddress, 'state'>): RecheckState {
  return JSON.parse(state) as RecheckState;
}
