/** The operations on the rules of a source, in any place and through any door: learnt, tried and changed beside its pages. */
import * as z from 'zod';
import { pageTree } from '../../domain/html/page-tree.ts';
import type { CrawlRow } from '../../domain/protocol/crawl-state.ts';
import { allowance, asMessage, BadInput, refusedValue } from '../../domain/refusal/refusal.ts';
import { fieldPath } from '../../domain/spec/fields/field-path.ts';
import { parseSiteAddress } from '../../domain/spec/site-address.ts';
import { type Extraction, extractPage } from '../../wings/publications/extraction/extract-page.ts';
import { compareRules, type RuleComparison } from '../../wings/publications/grabber/compare-rules.ts';
import { outlineOf, type PageOutline } from '../../wings/publications/grabber/pointing/page-outline.ts';
import type { RuleStatus, RuleVersions } from '../../wings/publications/grabber/rule-health.ts';
import { type GrabberRules, readRules } from '../../wings/publications/grabber/rules/read-rules.ts';
import type { RulesData } from '../../wings/publications/grabber/rules/rules-schema.ts';
import { type SuggestedRules, suggestRules } from '../../wings/publications/grabber/suggest/suggest-rules.ts';
import { type Matches, textsBy, unseenMatches } from '../../wings/publications/grabber/suggest/unseen-matches.ts';
import { readSettings } from '../../wings/publications/watch/source-settings.ts';
import { changeRulesOf } from '../change-rules.ts';
import type { WatchState } from '../opened-watch.ts';
import type { Operation, StoreOperation, WatchDeeds } from '../operation.ts';
import type { StoresPlace } from '../stores-place.ts';
import type { AskedPage } from '../watch-service.ts';
import { address, fails, knownSource, listOf, number } from './source-operations.ts';

const noPage = { ...fails, 409: 'The page was not had, or this place requests no pages.' };
const noRules = { ...fails, 409: 'This place does not take rules so.' };
/** Pages from which rules are learnt, at most, and their characters. */
export const mostPages = 20;
const mostCharacters = 8_000_000;
/** Texts that are shown, and of each its first characters. */
const mostExamples = 3;
const exampleCharacters = 300;
const automaticCharacters = 2_000;

const pageInput = z.strictObject({ address });

interface OutlinedPage {
  readonly address: string;
  readonly outline: PageOutline;
  readonly automatic: Pick<Extraction, 'title' | 'authors' | 'published' | 'section' | 'text'>;
}

export const showPage: Operation<z.infer<typeof pageInput>, OutlinedPage> = {
  at: 'POST /watches/{id}/page',
  says: 'Requests a page of a source politely, and gives its outline: what is seen of it, and ways to its elements.',
  ...{ input: pageInput, body: 'Its address.' },
  answers: { 200: 'The outline, and what the automatic extractor reads.', ...noPage },
  refuses: { 'page-not-had': 409 },
  run: async (place, watch, { address: asked }) => {
    const page = await pageAt(place, watch, asked);
    const { title, authors, published, section, text } = extractPage({ ...page, now: place.clock.now() });
    return {
      address: page.url,
      outline: outlineOf(pageTree(page.html).document),
      automatic: { title, authors, published, section, text: text.slice(0, automaticCharacters) },
    };
  },
};

const sourceInput = z.strictObject({ number });

export const listRules: StoreOperation<z.infer<typeof sourceInput>, { number: number; versions: RuleVersions }> = {
  thread: 'quick',
  at: 'GET /watches/{id}/sources/{number}/rules',
  says: 'All versions of the rules of a source, in their order, and when each held.',
  input: sourceInput,
  answers: { 200: 'The versions with their rules.', 404: fails[404] },
  refuses: { 'no-such-source': 404 },
  run: async (place, watch, { number: source }) => {
    await knownSource(place, watch, source);
    const read = async ({ store }: WatchState, { id }: CrawlRow) => await store.readSettings(id, source);
    return { number: source, versions: readSettings(await place.state(watch, read)).rules ?? [] };
  },
};

interface RulesNow {
  readonly number: number;
  /** Absent: none hold. */
  readonly rules?: RuleStatus;
}

const acceptanceInput = z.strictObject({ number, rules: z.unknown() });

/** Pages that were read before stay as they are. */
export const acceptRules: StoreOperation<z.infer<typeof acceptanceInput>, RulesNow> = {
  thread: 'quick',
  at: 'PUT /watches/{id}/sources/{number}/rules',
  says: 'Accepts rules: pages of the source are read by them from now on.',
  ...{ input: acceptanceInput, body: 'Rules as in a file of rules.' },
  answers: { 200: 'The version of the rules.', ...noRules },
  refuses: { 'no-such-source': 404 },
  run: async (place, watch, { number: source, rules }) => {
    await knownSource(place, watch, source);
    rulesIn(rules);
    return await changed(place, watch, source, rules as RulesData);
  },
};

export const endRules: StoreOperation<z.infer<typeof sourceInput>, RulesNow> = {
  thread: 'quick',
  at: 'DELETE /watches/{id}/sources/{number}/rules',
  says: 'Ends the rules of a source: the automatic extractor reads its pages from now on.',
  input: sourceInput,
  answers: { 200: 'Ended.', ...noRules },
  refuses: { 'no-such-source': 404 },
  run: async (place, watch, { number: source }) => {
    await knownSource(place, watch, source);
    return await changed(place, watch, source);
  },
};

async function changed(place: StoresPlace, watch: string, source: number, given?: RulesData): Promise<RulesNow> {
  await place.changeState(watch, async (state, { id }) => await changeRulesOf(state, { crawl: id, source }, given));
  const { rules } = await knownSource(place, watch, source);
  return { number: source, ...(rules !== undefined && { rules }) };
}

const testInput = z.strictObject({ address, rules: z.unknown() });

export const testRules: Operation<z.infer<typeof testInput>, RuleComparison & { address: string }> = {
  at: 'POST /watches/{id}/rules/test',
  says: 'Tries rules on a page, beside the automatic extractor.',
  ...{ input: testInput, body: 'The page, and rules as in a file of rules.' },
  answers: { 200: 'What the rules give, and where the two differ.', ...noPage },
  refuses: { 'page-not-had': 409 },
  run: async (place, watch, { address: asked, rules: given }) => {
    const rules = rulesIn(given);
    const page = await pageAt(place, watch, asked);
    return { address: page.url, ...compareRules({ ...page, now: place.clock.now(), rules }) };
  },
};

const suggestionInput = z.strictObject({
  addresses: listOf(mostPages, 'addresses', asMessage(allowance('list-of-most', { most: mostPages, of: 'addresses' }))),
});

export interface Suggestion extends SuggestedRules {
  /** Scores of rules that were learnt from half of the pages, on the other half; null of fewer than six pages. */
  readonly unseen?: Matches | null;
  readonly examples?: readonly { readonly address: string; readonly text: string }[];
  /** Pages that are not available, or are too much. */
  readonly without: readonly { readonly address: string; readonly outcome: string; readonly status?: number }[];
}

export const suggestSourceRules: Operation<z.infer<typeof suggestionInput>, Suggestion> = {
  at: 'POST /watches/{id}/rules/suggest',
  says: 'Learns rules from pages of a source.',
  ...{ input: suggestionInput, body: 'Their addresses.' },
  answers: {
    200: 'The rules, or null; on how many pages they give the text, also those of one half of the pages on the other half (null of fewer than six); examples; pages that were not had.',
    ...noPage,
  },
  run: async (place, watch, { addresses }) => {
    const { pages, without } = await pagesAt(place, watch, addresses);
    const now = place.clock.now();
    const suggested = suggestRules(pages, now);
    if (suggested.rules === null) return { ...suggested, without };
    const examples = textsBy(suggested.rules, pages, now)
      .slice(0, mostExamples)
      .map(({ page, text }) => ({ address: page.url, text: text.slice(0, exampleCharacters) }));
    return { ...suggested, unseen: unseenMatches(pages, now) ?? null, examples, without };
  },
};

interface HadPage {
  readonly url: string;
  readonly html: string;
}

async function pagesAt(place: WatchDeeds, watch: string, addresses: readonly string[]) {
  const pages: HadPage[] = [];
  const without: Suggestion['without'][number][] = [];
  let characters = 0;
  for (const each of new Set(addresses)) {
    const page = await askedAt(place, watch, each);
    if (page.kind === 'none') without.push({ address: each, outcome: page.outcome, ...statusOf(page) });
    else if (characters + page.html.length > mostCharacters) without.push({ address: each, outcome: 'too-large' });
    else {
      characters += page.html.length;
      pages.push({ url: page.address, html: page.html });
    }
  }
  return { pages, without };
}

async function pageAt(place: WatchDeeds, watch: string, asked: string): Promise<HadPage> {
  const page = await askedAt(place, watch, asked);
  if (page.kind === 'page') return { url: page.address, html: page.html };
  const why = allowance('page-not-had', { outcome: page.outcome, ...statusOf(page) });
  throw new BadInput([refusedValue('address', asked, why)]);
}

async function askedAt({ watches }: WatchDeeds, watch: string, asked: string): Promise<AskedPage> {
  const start = parseSiteAddress(asked);
  if (start.kind === 'refused') throw new BadInput([refusedValue('address', asked, start.why)]);
  return await watches.page(watch, start.url.href);
}

function statusOf({ status }: { readonly status?: number }): { readonly status?: number } {
  return status === undefined ? {} : { status };
}

function rulesIn(rules: unknown): GrabberRules {
  return readRules(rules, path => fieldPath(['rules', ...path]));
}
