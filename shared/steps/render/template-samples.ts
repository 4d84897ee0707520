import { hash } from 'node:crypto';
import type { Cursor, Phase } from '../../domain/protocol/crawl-state.ts';
import type { ObjectStore } from '../../ports/ports.ts';

/** The position of a page in the order of its site's pages. */
export interface PagePosition {
  readonly phase: Phase;
  readonly cursor: Cursor;
  /** Number of the site's pages before it. */
  readonly pagesBefore: number;
}

/**
 * `sample`: the page is loaded to see whether its scripts add links or text. `render`: it is loaded because those of samples
 * did.
 */
export type TemplateDecision = 'sample' | 'render' | 'leave';

interface Sample {
  readonly position: readonly number[];
  readonly gain: boolean;
}

/** The first pages of a template are samples; later one of so many is. */
const firstSamples = 3;
const oneIn = 200;
/** Samples that are free before the share counts. */
const freeSamples = 12;
/** Greatest share of samples among the pages before. */
const mostShare = 1 / 4;

/**
 * Decides which templates of a site need a browser. Each sample is an object whose name holds the template, the page's
 * position, and whether scripts added something. A decision depends only on samples of earlier pages, so it is the same in
 * every run, also after turns that died.
 */
export class TemplateSamples {
  readonly #objects: Pick<ObjectStore, 'list' | 'put'>;
  readonly #prefix: string;
  #samples: Promise<Map<string, Sample[]>> | undefined;

  constructor(objects: Pick<ObjectStore, 'list' | 'put'>, site: number) {
    this.#objects = objects;
    this.#prefix = `samples/${site}/`;
  }

  async decide(template: string, identity: string, at: PagePosition): Promise<TemplateDecision> {
    const samples = await this.#all();
    const position = positionOf(at);
    const before = (samples.get(template) ?? []).filter(sample => compare(sample.position, position) < 0);
    if (before.some(({ gain }) => gain)) return 'render';
    const isDue = before.length < firstSamples || isDrawn(identity);
    if (!isDue) return 'leave';
    let all = 0;
    for (const each of samples.values())
      for (const sample of each) if (compare(sample.position, position) < 0) all += 1;
    return all < freeSamples || all < at.pagesBefore * mostShare ? 'sample' : 'leave';
  }

  async keep(template: string, at: PagePosition, gain: boolean): Promise<void> {
    const position = positionOf(at);
    const samples = await this.#all();
    await this.#objects.put(`${this.#prefix}${template}-${position.join('.')}-${gain ? 1 : 0}`, [new Uint8Array(0)]);
    add(samples, template, { position, gain });
  }

  async #all(): Promise<Map<string, Sample[]>> {
    this.#samples ??= this.#read();
    return await this.#samples;
  }

  async #read(): Promise<Map<string, Sample[]>> {
    const samples = new Map<string, Sample[]>();
    for (const name of await this.#objects.list(this.#prefix)) {
      const [template, position, gain] = name.slice(this.#prefix.length).split('-');
      add(samples, template!, { position: position!.split('.').map(Number), gain: gain === '1' });
    }
    return samples;
  }
}

/** An equal position means the same page in a later turn, whose answer counts. */
function add(samples: Map<string, Sample[]>, template: string, sample: Sample): void {
  const others = (samples.get(template) ?? []).filter(({ position }) => compare(position, sample.position) !== 0);
  samples.set(template, [...others, sample]);
}

function positionOf({ phase, cursor }: PagePosition): readonly number[] {
  return [phase.level, phase.round, cursor.turn, cursor.offset];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, number] of a.entries()) if (number !== b[index]) return number - b[index]!;
  return 0;
}

/** Whether an address is one of two hundred, chosen alike in every run. */
function isDrawn(identity: string): boolean {
  return Number.parseInt(hash('sha256', identity).slice(0, 8), 16) % oneIn === 0;
}
