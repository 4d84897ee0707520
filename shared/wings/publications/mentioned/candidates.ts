/** Places of which a text does not show whether an organization is meant: a person says so. */

import { allowance, BadInput, refusal, refusedValue } from '../../../domain/refusal/refusal.ts';
import type * as Mentions from '../store/mention-store.ts';
import type { PublicationStore } from '../store/publication-store.ts';
import { type SearchedStores, searchedAgain } from './search-stored.ts';
import type { MentionSearch } from './search-version.ts';

/** A candidate, with what a person needs to decide. */
export interface CandidateMention
  extends Pick<Mentions.StoredMention, keyof Mentions.MentionPlace | 'alias' | 'surface' | 'sentenceStart'> {
  readonly publication: number;
  readonly version: number;
  /** Of the publication. */
  readonly title: string;
  readonly sentence: string;
  /** Candidates of the organization in this publication, those that the page lacks among them. */
  readonly candidates: number;
}

export interface CandidatePage {
  readonly candidates: readonly CandidateMention[];
  /** Behind this pair the next page begins; undefined: there is none. */
  readonly rest: Mentions.MentionedAfter | undefined;
}

export interface CandidateQuery {
  /** Absent: of all organizations. */
  readonly organization?: string;
  /** A page ends with the pair of publication and organization that brings so many. */
  readonly most: number;
  readonly after?: Mentions.MentionedAfter;
}

interface CandidateStores {
  readonly publications: Pick<PublicationStore, 'publication' | 'text'>;
  readonly mentions: Pick<Mentions.MentionStore, 'mentioned' | 'mentions'>;
}

const pairsAtOnce = 500;
/** Of one organization in one publication; the others come when these are decided. */
const mostOfPair = 50;

/** Candidates in latest versions, the newest publication first. */
export async function candidatePage(
  stores: CandidateStores,
  { organization, most, after: from }: CandidateQuery,
): Promise<CandidatePage> {
  const found: CandidateMention[] = [];
  const query = organization === undefined ? {} : { organizations: [organization] };
  for (let after = from; ; ) {
    const pairs = await stores.mentions.mentioned(query, pairsAtOnce, after);
    for (const pair of pairs) {
      if (pair.candidates > 0) found.push(...(await candidatesOf(stores, pair)));
      after = { publication: pair.publication, organization: pair.organization };
      if (found.length >= most) return { candidates: found, rest: after };
    }
    if (pairs.length < pairsAtOnce) return { candidates: found, rest: undefined };
  }
}

async function candidatesOf(
  { publications, mentions }: CandidateStores,
  { publication, version, organization, candidates }: Mentions.MentionedPublication,
): Promise<readonly CandidateMention[]> {
  const row = await publications.publication(publication);
  const text = await publications.text(publication, version);
  // A new version came meanwhile: its candidates are read next time.
  if (row === undefined || text === undefined || row.version !== version) return [];
  const all = await mentions.mentions(publication, version);
  return all
    .filter(each => each.organization === organization && each.status === 'candidate')
    .slice(0, mostOfPair)
    .map(each => ({
      ...{ publication, version, organization, title: row.title, candidates },
      ...candidateOf(each, each.field === 'title' ? row.title : text),
    }));
}

function candidateOf(mention: Mentions.StoredMention, text: string) {
  const { field, start, end, alias, surface, sentenceStart, sentenceEnd } = mention;
  return { field, start, end, alias, surface, sentence: text.slice(sentenceStart, sentenceEnd), sentenceStart };
}

export interface DecisionOrder extends Mentions.MentionPlace, Mentions.MentionDecision {
  readonly publication: number;
  readonly version: number;
}

/**
 * Writes a person's word on a place, and searches its version at once, so that the table counts it. `search`: undefined if the
 * watch has no list. Throws `BadInput` without a list, and where the latest version has no such mention.
 */
export async function decideMention(
  stores: SearchedStores & { readonly mentions: Pick<Mentions.MentionStore, 'decide'> },
  search: MentionSearch | undefined,
  { publication, version, field, start, end, organization, status, by, at }: DecisionOrder,
): Promise<void> {
  if (search === undefined) throw new BadInput([refusal('no-organizations-here')]);
  const row = await stores.publications.publication(publication);
  if (row === undefined) throw new BadInput([refusedValue('publication', publication, allowance('no-subject'))]);
  if (row.version !== version)
    throw new BadInput([refusedValue('version', version, allowance('text-changed', { latest: row.version }))]);
  const place = { field, start, end, organization };
  if (!(await stores.mentions.decide({ publication, version }, place, { status, by, at })))
    throw new BadInput([refusedValue('organization', organization, allowance('no-subject'))]);
  const searched = await searchedAgain(stores, search, { publication, version });
  if (searched !== undefined) await stores.mentions.keepSearch({ publication, version }, searched);
}
