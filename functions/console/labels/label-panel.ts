import { ApiProblem, ask, askList, say } from '../page/api.ts';
import { button, labelled, onChosen, select, tickBox } from '../page/controls.ts';
import { el, pageText, shownText } from '../page/dom.ts';
import { hashOfWatch, type Route } from '../page/route.ts';
import { instant, named, percent, t } from '../words/language.ts';
import { isNextKey, onKeys } from './label-keys.ts';
import * as looks from './label-types.ts';
import { decisionButtons } from './mention-decision.ts';
import { mentionList } from './mention-list.ts';
import { markMentions, pressMark } from './mention-marks.ts';

/** A publication with its texts, in the reader or in the list. */
export interface Labelled {
  readonly route: Route;
  readonly signal: AbortSignal;
  readonly publication: number;
  readonly version: number;
  readonly latestVersion: number;
  /** The organization that is labelled first; empty: the first of the publication. */
  readonly organization: string;
  /** `root`: where mentions are marked; in the list the text is not shown. */
  readonly fields: readonly { readonly field: 'title' | 'text'; readonly root?: HTMLElement; readonly text: string }[];
  /** Opens the next publication of the list for the key `n`; in the reader that key opens the next of the queue. */
  next?(): void;
}

/** The panel that was opened or used last. */
let latest: LabelPanel | undefined;

/** Words of the model that are shown at once. */
const mostWords = 8;
const shownKey = 'orbweaver.modelShown';

/** The panel in which a person labels; nothing if the place keeps no labels, or nobody is mentioned. */
export async function labelPanel(reader: Labelled): Promise<HTMLElement | undefined> {
  if (reader.version !== reader.latestVersion) return undefined;
  const panel = new LabelPanel(reader);
  try {
    await panel.load();
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 409 || error.status === 404)) return undefined;
    throw error;
  }
  if (panel.isEmpty) return undefined;
  panel.listen();
  if (reader.next === undefined && reader.organization !== '') requestAnimationFrame(() => panel.showMention());
  return panel.root;
}

class LabelPanel {
  readonly root = el('section', { class: 'labelling', tabindex: -1, 'aria-label': t('labels') });
  readonly #reader: Labelled;
  #judged: looks.Judged | undefined;
  #organization = '';
  #mention: looks.JudgedMention | undefined;
  /** The last mention that was said to be none: it is no mention any more, and its word can be taken back. */
  #rejected: looks.JudgedMention | undefined;
  #isDeciding = false;

  constructor(reader: Labelled) {
    this.#reader = reader;
    this.#isDeciding = this.#isOpen;
  }

  get isEmpty(): boolean {
    return (this.#judged?.organizations.length ?? 0) === 0;
  }

  get #path(): readonly (string | number)[] {
    return ['watches', this.#reader.route.id];
  }

  async load(): Promise<void> {
    const { publication, signal, organization } = this.#reader;
    const who = { annotator: looks.annotator(), model: String(this.#isModelShown), all: String(this.#isOpen) };
    this.#judged = await askList<looks.Judged>([...this.#path, 'publications', publication, 'labels'], who, signal);
    const asked = this.#organization === '' ? organization : this.#organization;
    const found = this.#judged.organizations.find(each => each.organization === asked) ?? this.#judged.organizations[0];
    this.#organization = found?.organization ?? '';
    const { field, start, end } = this.#mention ?? {};
    this.#mention = this.#judged.mentions.find(
      each =>
        each.field === field && each.start === start && each.end === end && each.organization === this.#organization,
    );
    this.#show();
  }

  listen(): void {
    latest = this;
    onKeys((key, target) => (this.#isMeant(target) ? this.#actionOf(key) : undefined), this.#reader.signal);
  }

  /** In the list several panels may be open: keys are for the panel with the focus, else for the panel that was opened or used last. */
  #isMeant(target: HTMLElement): boolean {
    const focused = target.closest('.labelling');
    if (this.#reader.next === undefined || focused === this.root) latest = this;
    return focused === null || focused === this.root
      ? latest === this && this.root.closest('details:not([open])') === null
      : false;
  }

  /** The first mention of the organization may be screens below the heading. */
  showMention(): void {
    pressMark(this.#mentions[0])?.scrollIntoView({ block: 'center' });
    this.#press();
  }

  #press(): HTMLElement | undefined {
    return pressMark(this.#mention, this.#organization);
  }

  get #mentions(): readonly looks.JudgedMention[] {
    return (this.#judged?.mentions ?? []).filter(each => each.organization === this.#organization);
  }

  #actionOf(key: string): (() => Promise<void>) | undefined {
    const chosen = looks.labelKeys[Number(key) - 1];
    if (chosen !== undefined) return () => this.#give(chosen);
    if (key === 'u' || key === 'г') return () => this.#undo();
    if (isNextKey(key)) return () => this.#next();
    if (key === 'm' || key === 'ь') return async () => this.#chooseNext();
    if (key === 'o' || key === 'щ')
      return async () => this.#chooseOrganization(after(this.#judged?.organizations ?? [], this.#own)?.organization);
    return undefined;
  }

  /** A mention, or the whole publication. */
  #choose(mention: looks.JudgedMention | undefined): void {
    this.#mention = mention;
    if (mention !== undefined) this.#organization = mention.organization;
    this.#press();
    this.#showPanel();
  }

  #chooseNext(): void {
    this.#choose(after(this.#mentions, this.#mention));
    this.#press()?.scrollIntoView({ block: 'nearest' });
  }

  #chooseOrganization(organization = this.#judged?.organizations[0]?.organization ?? ''): void {
    this.#organization = organization;
    this.#choose(undefined);
  }

  get #own(): looks.JudgedOrganization | undefined {
    return this.#judged?.organizations.find(each => each.organization === this.#organization);
  }

  /** The model's answer is shown before the own label too. */
  get #isModelShown(): boolean {
    return localStorage.getItem(shownKey) === 'yes';
  }

  /** Opened to decide between labels: nothing is hidden. */
  get #isOpen(): boolean {
    return this.#reader.route.query.get('decide') === 'yes';
  }

  /** Words that spoke for the model's class, or against it: of the chosen mention, or of all that are of this class. */
  #wordsOf(said: string, which: 'words' | 'against'): readonly string[] {
    const words = (this.#mention === undefined ? this.#mentions : [this.#mention]).flatMap(({ model }) =>
      model?.class === said ? model[which] : [],
    );
    return [...new Set(words)].slice(0, mostWords).map(word => shownText(word));
  }

  get #subject(): object {
    const { field, start, end } = this.#mention ?? {};
    const { publication } = this.#reader;
    const place = this.#mention === undefined ? {} : { place: { field, start, end } };
    return {
      publication,
      organization: this.#organization,
      ...place,
      ...(looks.annotator() !== '' && { annotator: looks.annotator() }),
    };
  }

  async #give(chosen: looks.LabelKey): Promise<void> {
    const { version, route } = this.#reader;
    const asked = route.query.get('organization') === this.#organization && this.#mention === undefined;
    const sampling = asked ? (route.query.get('sampling') ?? 'search') : 'search';
    const body = {
      ...this.#subject,
      ...{ version, class: chosen, adjudicates: this.#isDeciding, sampling },
      shown: isShown(this.#mention ?? this.#own),
    };
    await ask([...this.#path, 'labels'], { method: 'POST', body });
    this.#isDeciding = false;
    await this.load();
    say(t('labelGiven', { class: named('tone', chosen) }));
  }

  async #undo(): Promise<void> {
    const { withdrawn } = await ask<{ withdrawn: looks.GivenLabel }>([...this.#path, 'labels', 'undo'], {
      method: 'POST',
      body: this.#subject,
    });
    await this.load();
    say(t('labelWithdrawn', { class: named('tone', withdrawn.class ?? '') }));
  }

  async #next(): Promise<void> {
    const { route, signal, publication } = this.#reader;
    if (this.#reader.next === undefined)
      await openNext(route.id, signal, { publication, organization: this.#organization });
    else this.#reader.next();
  }

  #show(): void {
    const { mentions = [] } = this.#judged ?? {};
    for (const { field, root, text } of this.#reader.fields)
      if (root !== undefined)
        markMentions(root, {
          text,
          mentions: mentions.filter(each => each.field === field),
          chosen: mention => this.#choose(mention),
        });
    this.#press();
    this.#showPanel();
  }

  #showPanel(): void {
    const { organizations = [], history = [] } = this.#judged ?? {};
    const { activeElement } = document;
    const hadFocus = this.root.contains(activeElement) ? (activeElement as HTMLElement).dataset['key'] : undefined;
    const isInList = this.#reader.next !== undefined;
    // A phone has room for the sentences and the classes: a known name comes below them.
    const isNamed = isInList && looks.annotator() !== '';
    const annotator = this.#annotatorField();
    const parts = [
      isInList ? undefined : el('h2', {}, t('labels')),
      isNamed ? undefined : annotator,
      this.#organizationChoice(organizations),
      isInList || this.#mentions.length > 1 ? this.#mentionList() : undefined,
      this.#subjectLine(),
      this.#mentionDecision(),
      this.#classButtons(),
      this.#decision(),
      el('p', { class: 'actions' }, [
        button(t('labelUndo'), () => this.#undo(), { 'data-key': 'undo', 'aria-keyshortcuts': 'u' }),
        button(t(isInList ? 'labelNextInList' : 'labelNext'), () => this.#next(), {
          ...{ 'data-key': 'next', 'aria-keyshortcuts': 'n' },
        }),
      ]),
      el('p', { class: 'hint' }, t('labelKeysHint')),
      historyList(history.filter(each => each.organization === this.#organization)),
      isNamed ? annotator : undefined,
    ];
    this.root.replaceChildren(...parts.filter(each => each !== undefined));
    if (hadFocus !== undefined) this.root.querySelector<HTMLElement>(`[data-key="${hadFocus}"]`)?.focus();
  }

  #mentionList(): HTMLElement {
    const { fields } = this.#reader;
    return mentionList(this.#mentions, {
      chosen: this.#mention,
      textOf: field => fields.find(each => each.field === field)?.text ?? '',
      choose: mention => this.#choose(mention === this.#mention ? undefined : mention),
    });
  }

  #annotatorField(): HTMLElement {
    const input = el('input', {
      'data-key': 'annotator',
      value: looks.annotator(),
      maxlength: 80,
      autocomplete: 'off',
    });
    const rename = async (name: string): Promise<void> => {
      looks.setAnnotator(name);
      await this.load();
    };
    onChosen(input, rename, this.#reader.signal);
    return labelled(t('annotator'), input, looks.annotator() === '' ? t('annotatorHint') : undefined);
  }

  #organizationChoice(organizations: readonly looks.JudgedOrganization[]): HTMLElement {
    const choice = select(
      organizations,
      ({ organization, name }) => [organization, shownText(name)],
      this.#organization,
    );
    choice.dataset['key'] = 'organization';
    return labelled(
      t('organization'),
      onChosen(choice, organization => this.#chooseOrganization(organization)),
    );
  }

  #subjectLine(): HTMLElement {
    const own = this.#own;
    const mention = this.#mention;
    const subject = mention ?? own;
    const lines = el('div', { class: 'subject', role: 'status' });
    if (own === undefined || subject === undefined) return lines;
    const whole = button(t('labelWhole'), () => this.#choose(undefined));
    lines.append(
      el('p', {}, mention === undefined ? t('labelsPublication') : t('labelsMention', { text: mention.surface })),
      mention === undefined ? (classLine(own) ?? '') : whole,
    );
    if (subject.isBlind) lines.append(el('p', { class: 'hint' }, t('labelsBlind')));
    const { model } = subject;
    if (model !== null) lines.append(modelLine(model, which => this.#wordsOf(model.class, which)));
    for (const second of subject.seconds) lines.append(secondLine(second));
    if (subject.isDisputed) lines.append(el('p', { class: 'notice' }, t('labelsDisputed')));
    if (subject.stale > 0) lines.append(el('p', { class: 'hint' }, t('labelsStale', { count: subject.stale })));
    const showModel = async (isOn: boolean): Promise<void> => {
      localStorage.setItem(shownKey, isOn ? 'yes' : 'no');
      await this.load();
    };
    lines.append(tickBox(t('showModel'), this.#isModelShown, showModel, this.#reader.signal));
    return lines;
  }

  #classButtons(): HTMLElement {
    const given = (this.#mention ?? this.#own)?.labels.find(
      each => each.annotator === (looks.annotator() || 'local'),
    )?.class;
    return el('div', { class: 'classes', role: 'group', 'aria-label': t('labelClass') }, [
      ...looks.labelKeys.map((each, index) =>
        button(`${index + 1} ${looks.signs[each]} ${named('tone', each)}`, () => this.#give(each), {
          ...{ 'data-key': each, class: each, 'aria-keyshortcuts': String(index + 1) },
          'aria-pressed': String(given === each),
        }),
      ),
    ]);
  }

  /** Whether the organization is meant at all at the chosen mention. */
  #mentionDecision(): HTMLElement | undefined {
    const mention = this.#mention ?? this.#rejected;
    if (mention === undefined) return undefined;
    const { publication, version, route } = this.#reader;
    const status = this.#mention === undefined ? 'rejected' : mention.status;
    const place = { ...mention, publication, version, status };
    const buttons = decisionButtons(route.id, place, async word => {
      this.#rejected = word === 'rejected' ? mention : undefined;
      this.#mention = word === 'rejected' ? undefined : mention;
      await this.load();
    });
    const said =
      status === 'certain'
        ? undefined
        : el('span', {}, pageText(mention.surface), `: ${t(`decided.${status as 'candidate'}`)}`);
    return el('div', {}, said, buttons);
  }

  #decision(): HTMLElement | undefined {
    if ((this.#mention ?? this.#own)?.isDisputed !== true) return undefined;
    return tickBox(t('labelDecides'), this.#isDeciding, isOn => {
      this.#isDeciding = isOn;
    });
  }
}

/** The item behind `one`: nothing behind the last item, the first item behind nothing. */
function after<T>(all: readonly T[], one: T | undefined): T | undefined {
  return one === undefined ? all[0] : all[all.indexOf(one) + 1];
}

/** The class that counts, and who said so; nothing before the own label. */
function classLine({ class: counted, by, labels }: looks.JudgedOrganization): HTMLElement | undefined {
  if (counted === null || by === null) return undefined;
  const how = by === 'agreement' ? t('labelsAgree', { count: labels.length }) : named('classBy', by);
  return el('p', {}, t('classCounts'), ' ', tone(counted), ` (${how})`);
}

function modelLine(
  { class: said, p }: looks.ModelAnswer,
  wordsOf: (which: 'words' | 'against') => readonly string[],
): HTMLElement {
  const sure = said === 'unclassified' ? undefined : p?.[said];
  const reasons = (
    [
      ['words', 'modelWords'],
      ['against', 'modelWordsAgainst'],
    ] as const
  ).flatMap(([which, text]) => {
    const words = wordsOf(which);
    return words.length === 0 ? [] : [el('small', {}, ` ${t(text, { words: words.join(', ') })}`)];
  });
  return el('p', {}, t('modelSays'), ' ', tone(said), sure === undefined ? '' : ` (${percent(sure)})`, ...reasons);
}

/** Another engine beside the model: of a mention, with the quote that decided. */
function secondLine(
  second: looks.JudgedOrganization['seconds'][number] | looks.JudgedMention['seconds'][number],
): HTMLElement {
  const isAnswer = 'p' in second;
  const line = el('p', {}, pageText(second.engine), ': ', tone(second.class));
  if (isAnswer) line.append(` (${percent(second.p[second.class])})`);
  const words = isAnswer ? second.words.map(word => shownText(word)).join(', ') : '';
  if (words !== '') line.append(el('small', {}, ` ${t('modelWords', { words })}`));
  return line;
}

function isShown(subject: looks.JudgedOrganization | looks.JudgedMention | undefined): boolean {
  return subject !== undefined && (subject.model !== null || subject.seconds.length > 0);
}

export function tone(said: string): HTMLElement {
  return el('span', { class: `tone ${said}` }, `${looks.signs[said] ?? ''} ${named('tone', said)}`);
}

function historyList(history: readonly looks.GivenLabel[]): HTMLElement | undefined {
  if (history.length === 0) return undefined;
  const lines = history.toReversed().map(each => {
    const what = each.class === null ? t('labelTakenBack') : named('tone', each.class);
    const parts = [what, each.isAdjudication ? t('labelDecided') : '', each.place === null ? '' : t('ofMention')];
    return el('li', {}, `${parts.filter(Boolean).join(', ')}: `, pageText(each.annotator), ` · ${instant(each.at)}`);
  });
  return el('details', {}, el('summary', {}, t('labelHistory', { count: history.length })), el('ul', {}, lines));
}

/** Subjects that were passed over without a label, while the page is open. */
const passed = new Set<string>();

/** Opens the next publication of the queue; says so where there is none. `left`: the subject that is left now without a label. */
export async function openNext(id: string, signal: AbortSignal, left?: Left): Promise<void> {
  const who = { annotator: looks.annotator(), limit: 200 };
  const { subjects } = await askList<looks.Queue>(['watches', id, 'labels', 'queue'], who, signal);
  if (left !== undefined) passed.add(keyOf(id, left));
  const others = subjects.filter(
    each => each.publication !== left?.publication || each.organization !== left.organization,
  );
  const next = others.find(each => !passed.has(keyOf(id, each)));
  if (next === undefined && subjects.length > 0) {
    passed.clear();
    say(t('queueAgain'));
  }
  const opened = next ?? others[0] ?? subjects[0];
  if (opened === undefined) return say(t('queueEmpty'));
  const { publication, organization, sampling } = opened;
  location.hash = hashOfWatch(id, 'publication', { number: String(publication), organization, sampling });
}

type Left = Pick<looks.Queue['subjects'][number], 'publication' | 'organization'>;

function keyOf(id: string, { publication, organization }: Left): string {
  return `${id} ${publication} ${organization}`;
}
