/** The applications of a turn: which are on, what they made of its pages, and how they do. */
import type {
  GivenPublication,
  PublicationChange,
  WatchedPageType,
} from '../../../domain/applications/publication-application.ts';
import type { PageReading } from './application-records.ts';
import type { ApplicationAnswer, ApplicationFacts, ApplicationRunner, SentPage } from './application-runner.ts';
import { type ApplicationStanding, afterAnswer, isOff, withPardon } from './application-standing.ts';
import { rowsKey } from './checked-records.ts';

/** Records of one turn, and characters of their texts. */
const mostRecords = 20_000;
const mostCharacters = 20_000_000;

/** A page of the turn, before it is known what any application makes of it. */
export interface TurnPage {
  readonly identity: string;
  readonly address: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ApplicationsOfSource {
  readonly runner: ApplicationRunner;
  /** Names in their order. */
  readonly order: readonly string[];
  readonly source: number;
  readonly origin: string;
  /** When the pages were requested, ms since the epoch. */
  readonly at: number;
  readonly standings: Readonly<Record<string, ApplicationStanding>>;
  /** By name: when a person has last switched it on, ms since the epoch. */
  readonly onSince: Readonly<Record<string, number>>;
}

export class TurnApplications {
  readonly readings: PageReading[] = [];
  /** Names of applications that were switched off in this turn. */
  readonly switchedOff: ApplicationFacts[] = [];
  private readonly of: ApplicationsOfSource;
  private readonly known: ReadonlyMap<string, ApplicationFacts>;
  private readonly standing = new Map<string, ApplicationStanding>();
  private records = 0;
  private characters = 0;

  constructor(of: ApplicationsOfSource) {
    this.of = of;
    this.known = new Map(of.runner.known.map(each => [each.name, each]));
    for (const [name, each] of Object.entries(of.standings)) {
      const pardoned = withPardon(each, of.onSince[name]);
      if (pardoned !== undefined) this.standing.set(name, pardoned);
    }
  }

  get order(): readonly string[] {
    return this.of.order;
  }

  /** How they do after this turn; only of those that are still there. */
  get standings(): Readonly<Record<string, ApplicationStanding>> {
    return Object.fromEntries(this.standing);
  }

  facts(name: string): ApplicationFacts | undefined {
    return this.known.get(name);
  }

  /** Whether any application of the user's may be asked. */
  get isAny(): boolean {
    return this.order.some(name => this.isOn(name));
  }

  isOn(name: string): boolean {
    const facts = this.known.get(name);
    return facts !== undefined && !isOff(this.standing.get(name), facts, this.of.onSince[name]);
  }

  /** The result of an application of the user's for a page. Undefined if it fails, is off or does not read the page. */
  async read(
    name: string,
    page: TurnPage,
    given: { readonly type: WatchedPageType; readonly publication: GivenPublication | undefined },
  ): Promise<{ readonly change: PublicationChange | null | undefined } | undefined> {
    const facts = this.known.get(name);
    if (facts === undefined || !this.isOn(name)) return undefined;
    const { address, html, headers } = page;
    const sent: SentPage = {
      address,
      html,
      headers,
      ...given,
      source: this.of.origin,
      at: new Date(this.of.at).toISOString(),
    };
    const answer = this.bounded(await this.of.runner.read(name, sent));
    this.note(facts, page, answer);
    return answer.kind === 'read' ? { change: answer.change } : undefined;
  }

  /** Records of a turn have bounds. */
  private bounded(answer: ApplicationAnswer): ApplicationAnswer {
    if (answer.kind !== 'read') return answer;
    this.records += answer.rows.length;
    for (const cell of answer.rows.flat()) if (typeof cell === 'string') this.characters += cell.length;
    if (this.records <= mostRecords && this.characters <= mostCharacters) return answer;
    const detail = `the pages of one turn gave more than ${mostRecords} records or ${mostCharacters} characters`;
    return { kind: 'failed', reason: 'bad-records', detail };
  }

  private note(facts: ApplicationFacts, { identity, address }: TurnPage, answer: ApplicationAnswer): void {
    const { at, source } = this.of;
    const before = this.standing.get(facts.name);
    const records = answer.kind === 'read' ? answer.rows.length : 0;
    const after = afterAnswer(before, facts, answer, { at, address, records });
    this.standing.set(facts.name, after);
    if (after.offSince !== undefined && before?.offSince !== after.offSince) this.switchedOff.push(facts);
    if (answer.kind === 'passed') return;
    const reading = { application: facts, source, identity, address, seenAt: at };
    if (answer.kind === 'failed')
      this.readings.push({ ...reading, gave: { failed: answer.reason, detail: answer.detail } });
    else if (facts.columns !== undefined)
      this.readings.push({ ...reading, gave: { rows: answer.rows, key: rowsKey(facts.columns, answer.rows) } });
  }
}
