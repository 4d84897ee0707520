import { join } from 'node:path';
import { openBrowsers, openPageDriver } from '../../shared/adapters/browser/open.ts';
import { localAnswers, localProcesses } from '../../shared/adapters/local/open.ts';
import type { PageAnswer } from '../../shared/domain/http/page-answer.ts';
import { type Allowance, allowance, refusedValue } from '../../shared/domain/refusal/refusal.ts';
import { StoredRecord } from '../../shared/steps/page/answer-record.ts';
import {
  type Shown,
  type ShownTraversal,
  type StatePicture,
  savedStates,
  showState,
  type TraversalStates,
} from '../../shared/wings/clicking/saved-states.ts';
import type { PageState } from '../../shared/wings/clicking/state-files.ts';
import { traversalDefaults } from '../../shared/wings/clicking/traversal-settings.ts';
import { browserExecutable } from '../embedded/local-rendering.ts';
import { readSavedTraversal, type SavedTraversal } from '../embedded/saved-traversal.ts';
import { Problem } from '../http/request/problem.ts';
import { isId, namesIn } from './crawl-folder.ts';
import { crawledPage, crawledPages } from './crawled-states.ts';

/** Pictures that are made or waited for. */
const mostPictures = 4;
/** As the page was driven where the directory does not say. */
const usualPage = {
  userAgent: 'Orbweaver',
  loadMs: 5_000,
  windowMs: 500,
  idleMs: 15_000,
  buttons: traversalDefaults.buttons,
};

/**
 * Directories of `orbweaver traverse --out` right below the folder of crawls, and pages that crawls have clicked through. A
 * picture of a state is made by pressing anew, from recorded answers alone: the site is not asked. Crawls have no pictures.
 */
export class LocalTraversals {
  readonly #root: string;
  /** Resolves when the latest picture is made: a browser at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** By name. Those that cannot be read are left out. */
  list(): readonly ShownTraversal[] {
    const ids = namesIn(this.#root).filter(isId).toSorted();
    return ids.flatMap(id => {
      const saved = readSavedTraversal(join(this.#root, id));
      if (saved === undefined) return crawledPages(this.#root, id);
      return saved === 'damaged' ? [] : [shown(id, saved)];
    });
  }

  /** Throws `Problem`. */
  read(id: string): TraversalStates {
    const crawled = isId(id) ? crawledPage(this.#root, id) : undefined;
    if (crawled !== undefined) return crawled;
    const saved = this.#saved(id);
    return { ...shown(id, saved), states: statesOf(id, saved) };
  }

  /** Throws `Problem`, and `BadInput` where there is no browser. */
  async picture(id: string, state: number): Promise<StatePicture> {
    const saved = this.#saved(id);
    if (statesOf(id, saved).every(each => each.id !== state))
      throw new Problem(404, [refusedValue('', String(state), allowance('no-state'))]);
    if (this.#open >= mostPictures)
      throw new Problem(429, [refusedValue('', this.#open, allowance('pictures-waiting', { most: mostPictures }))]);
    this.#open += 1;
    const made = this.#last.then(async () => await pictureOf(join(this.#root, id), saved, state));
    this.#last = made.catch(() => undefined);
    try {
      return await made;
    } finally {
      this.#open -= 1;
    }
  }

  #saved(id: string): SavedTraversal {
    const saved = isId(id) ? readSavedTraversal(join(this.#root, id)) : undefined;
    if (saved === undefined) throw new Problem(404, [refusedValue('', id, allowance('no-traversal'))]);
    if (saved === 'damaged') throw new Problem(409, [refusedValue('', id, allowance('traversal-damaged'))]);
    return saved;
  }
}

/** A checkpoint may come from an untrusted source: what is in it is not trusted. */
function statesOf(id: string, { traversal }: SavedTraversal): readonly PageState[] {
  try {
    return savedStates(traversal);
  } catch {
    throw new Problem(409, [refusedValue('', id, allowance('traversal-damaged'))]);
  }
}

function shown(id: string, { url, traversal }: SavedTraversal): ShownTraversal {
  const { clicks, loads, vertices, ended } = traversal;
  return { id, url, presses: clicks, loads, stateCount: vertices.length, ...(ended !== null && { ended }) };
}

async function pictureOf(directory: string, saved: SavedTraversal, state: number): Promise<StatePicture> {
  const record = new StoredRecord(localAnswers(directory, 'fast'));
  let unanswered = 0;
  const answer = async ({ address }: { readonly address: string }): Promise<PageAnswer | undefined> => {
    const found = await record.get(address);
    if (found === undefined) unanswered += 1;
    // Status 0: it had no answer then either.
    return found?.status === 0 ? undefined : found;
  };
  const browsers = openBrowsers({ processes: localProcesses(), ...browserExecutable() });
  const { url, volatile, settings = usualPage } = saved;
  const driver = openPageDriver({ url, answer, volatile, ...settings }, browsers);
  try {
    if ((await record.get(url)) === undefined) throw noPicture(state, allowance('state-not-recorded'));
    const made = (await showState(driver, saved.traversal, state)) ?? { kind: 'unreached', presses: 0 };
    const presses = pressesOf(made, state);
    const png = await driver.screenshot();
    if (png === undefined) throw noPicture(state, allowance('state-broken'));
    const isOther = made.kind === 'other';
    return { png: Buffer.from(png).toString('base64'), presses, isOther, unanswered };
  } finally {
    await driver.close();
    await browsers.close();
  }
}

function pressesOf(made: Shown, state: number): number {
  if (made.kind === 'unreached') throw noPicture(state, allowance('state-unreached'));
  if (made.kind === 'broken') throw noPicture(state, allowance('state-broken'));
  return made.presses;
}

function noPicture(state: number, why: Allowance): Problem {
  return new Problem(409, [refusedValue('', state, why)]);
}
