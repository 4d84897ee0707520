/** Other engines beside the linear model of a watch: what they say of its mentions, asked once each, and how far people agree. */
import { organizationsOf } from '../mentioned/search-version.ts';
import type { StoredMention } from '../store/mention-store.ts';
import type { ToneItem } from '../tone/context-words.ts';
import { classOf } from '../tone/publication-tone.ts';
import { type ToneClass, toneClasses } from '../tone/tone-model.ts';
import { ToneFault, type TonePort } from '../tone/tone-port.ts';
import { type Agreement, cohenKappa } from './agreement.ts';
import { isCounted, type LabelStores } from './label-desk.ts';
import { isOpenSecond, type SecondOpinion, type SecondTone, type SecondToneStore } from './label-store.ts';

export interface AskingSecond {
  readonly parallel: number;
  readonly now: () => number;
  /** Beginning of the day whose budget is spent. */
  readonly day: number;
  /** Dollars that were spent so far, of this process. */
  readonly spent: () => number;
  /** Dollars that all processes together may spend on that day. */
  readonly budget: number;
  /** The most that a question about a sentence may cost with its repeats, dollars. */
  readonly most: (item: ToneItem) => number;
  /** No further question is asked. */
  readonly isStopped?: () => boolean;
}

export interface SecondCounts {
  readonly answered: number;
  /** Questions without a usable answer: asked again on another day where they cost something. */
  readonly failed: number;
  /** Why the last of them has none. */
  readonly fault?: string;
  readonly isBudgetUsed: boolean;
}

type Stores = LabelStores & { readonly second: SecondToneStore };
interface Subject {
  readonly publication: number;
  readonly version: number;
}

const atOnce = 500;

/**
 * Asks an engine about each counted mention of the latest versions that it has not answered, the newest publications first. A
 * question is written down with its highest cost before it is asked, and with its cost when it is answered: a kill loses the
 * answers under way, which count as paid for and are not asked again on that day. Several processes share questions and budget.
 */
export async function askSecond(stores: Stores, engine: TonePort, options: AskingSecond): Promise<SecondCounts> {
  const known = new Set((await stores.second.secondOpinions()).filter(each => each.engine === engine.name).map(keyOf));
  const asker = new Asker(stores, engine, options);
  let after: Awaited<ReturnType<Stores['mentions']['mentioned']>>[number] | undefined;
  do {
    const part = await stores.mentions.mentioned({ isOriginal: true }, atOnce, after);
    const open = part.filter(each => each.certain > 0 && !known.has(keyOf({ ...each, engine: engine.name })));
    const subjects = new Map(open.map(({ publication, version }) => [publication, { publication, version }]));
    for (const subject of subjects.values()) if (!(await asker.ask(subject))) return asker.counts;
    after = part.length < atOnce ? undefined : part.at(-1);
  } while (after !== undefined);
  return asker.counts;
}

class Asker {
  readonly #stores: Stores;
  readonly #engine: TonePort;
  readonly #options: AskingSecond;
  #counted: number;
  counts: SecondCounts = { answered: 0, failed: 0, isBudgetUsed: false };

  constructor(stores: Stores, engine: TonePort, options: AskingSecond) {
    this.#stores = stores;
    this.#engine = engine;
    this.#options = options;
    this.#counted = options.spent();
  }

  /** Whether there is money left, and time. */
  async ask({ publication, version }: Subject): Promise<boolean> {
    const { publications, mentions: found, second } = this.#stores;
    const row = await publications.publication(publication);
    const text = await publications.text(publication, version);
    if (row === undefined || text === undefined || row.version !== version) return true;
    const all = await found.mentions(publication, version);
    const tones = async () =>
      new Map((await second.secondTones(publication, version, this.#engine.name)).map(each => [placeOf(each), each]));
    const known = await tones();
    const open = all.filter(each => {
      const asked = known.get(placeOf(each));
      return isCounted(each) && (asked === undefined || isOpenSecond(asked, this.#options.day));
    });
    const whole = { ...row, text };
    while (open.length > 0 && this.#goesOn)
      await Promise.all(
        open
          .splice(0, this.#options.parallel)
          .map(async mention => await this.#answer({ publication, version }, mention, itemOf(mention, whole))),
      );
    // With what another process was answered meanwhile.
    await this.#combine({ publication, version }, all, await tones(), whole);
    return this.#goesOn;
  }

  get #goesOn(): boolean {
    return !this.counts.isBudgetUsed && this.#options.isStopped?.() !== true;
  }

  async #answer(subject: Subject, { organization, field, start }: StoredMention, item: ToneItem): Promise<void> {
    const { second } = this.#stores;
    const { now, most } = this.#options;
    const question = { ...subject, engine: this.#engine.name, organization, field, start, at: now() };
    try {
      const begun = await second.beginSecondTone({ ...question, dollars: most(item) }, this.#options);
      if (begun === 'budget') this.counts = { ...this.counts, isBudgetUsed: true };
      if (begun !== 'begun') return;
      const { class: said, p, words, against } = await this.#engine.tone(item);
      const texts = { words: words.map(({ text }) => text), against: (against ?? []).map(({ text }) => text) };
      await second.keepSecondTone({ ...question, tone: { class: said, p, ...texts }, dollars: this.#newlySpent() });
      this.counts = { ...this.counts, answered: this.counts.answered + 1 };
    } catch (error) {
      await second.keepSecondTone({ ...question, tone: undefined, dollars: this.#newlySpent() });
      if (!(error instanceof ToneFault)) throw error;
      const isBudgetUsed = this.counts.isBudgetUsed || error.reason === 'budget';
      const failed = error.reason !== 'budget' && { failed: this.counts.failed + 1, fault: error.message };
      this.counts = { ...this.counts, ...failed, isBudgetUsed };
    }
  }

  /** Of questions side by side the one that ends first is charged with what was counted until then: the sum is right. */
  #newlySpent(): number {
    const all = this.#options.spent();
    const newly = all - this.#counted;
    this.#counted = all;
    return newly;
  }

  async #combine(
    subject: Subject,
    all: readonly StoredMention[],
    known: ReadonlyMap<string, SecondTone>,
    whole: Parameters<typeof organizationsOf>[1],
  ): Promise<void> {
    const engine = this.#engine.name;
    const toned = all.map(each => {
      const tone = known.get(placeOf(each))?.tone;
      return { ...each, tone: tone === undefined ? undefined : { model: engine, ...tone } };
    });
    for (const { organization, tone } of organizationsOf(toned, whole)) {
      const own = toned.filter(each => each.organization === organization && isCounted(each));
      if (tone === undefined || own.some(each => each.tone === undefined)) continue;
      const said = classOf(tone, 0) as ToneClass;
      await this.#stores.second.keepSecondOpinion(
        { ...subject, engine, organization, class: said },
        tone,
        this.#options.now(),
      );
    }
  }
}

function placeOf({ organization, field, start }: Pick<SecondTone, 'organization' | 'field' | 'start'>): string {
  return JSON.stringify([organization, field, start]);
}

function keyOf({ publication, version, engine, organization }: Omit<SecondOpinion, 'class'>): string {
  return JSON.stringify([publication, version, engine, organization]);
}

function itemOf(
  { field, start, end, sentenceStart, sentenceEnd }: StoredMention,
  { title, text }: { readonly title: string; readonly text: string },
): ToneItem {
  const sentence = (field === 'title' ? title : text).slice(sentenceStart, sentenceEnd);
  return { sentence, start: start - sentenceStart, end: end - sentenceStart };
}

/** A part of a whole. */
export interface CountedShare {
  readonly count: number;
  readonly of: number;
}

/** An engine against the people, on the subjects that all compared engines have answered. */
export interface EngineQuality {
  readonly engine: string;
  readonly n: number;
  readonly right: CountedShare;
  /** Cohen's κ of engine and people. */
  readonly kappa: Agreement;
  /** `found`: of those that people give the class; `said`: of those that the engine gives it. */
  readonly classes: Readonly<Record<ToneClass, { readonly found: CountedShare; readonly said: CountedShare }>>;
}

/** The classes by people and by each engine; a subject that an engine has not answered is left out. */
export function compareEngines(
  people: ReadonlyMap<string, string>,
  engines: ReadonlyMap<string, ReadonlyMap<string, string>>,
): readonly EngineQuality[] {
  const isClass = (said: string | undefined): boolean => toneClasses.some(each => each === said);
  const common = [...people].filter(
    ([subject, said]) => isClass(said) && [...engines.values()].every(answers => isClass(answers.get(subject))),
  );
  return [...engines].map(([engine, answers]) => {
    const pairs = common.map(([subject, said]) => ({ subject, people: said, engine: answers.get(subject)! }));
    const right = pairs.filter(pair => pair.people === pair.engine);
    const classes = toneClasses.map(each => {
      const both = right.filter(pair => pair.people === each).length;
      const by = (who: 'people' | 'engine'): number => pairs.filter(pair => pair[who] === each).length;
      return [each, { found: { count: both, of: by('people') }, said: { count: both, of: by('engine') } }] as const;
    });
    const ratings = (who: 'people' | 'engine') => new Map(pairs.map(pair => [pair.subject, pair[who]]));
    return {
      ...{ engine, n: pairs.length, right: { count: right.length, of: pairs.length } },
      kappa: cohenKappa(ratings('people'), ratings('engine')),
      classes: Object.fromEntries(classes) as EngineQuality['classes'],
    };
  });
}
