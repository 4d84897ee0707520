import type { ButtonBook } from './button-book.ts';
import { chooseButton } from './button-choice.ts';
import { edgeName, type Vertex } from './state-graph.ts';
import type { Streak, TraversalCheckpoint } from './traversal-checkpoint.ts';
import type { Button } from './traversal-driver.ts';
import type { TraversalSettings } from './traversal-settings.ts';

/** Which button is pressed next, and how often, within the limit of clicks. */
export class PressPlan {
  clicks: number;
  readonly #settings: TraversalSettings;
  readonly #book: ButtonBook;
  readonly #pairs: Set<string>;
  /** The button that was pressed last, where it led from the root to the root. */
  #loop: string | undefined;

  constructor(settings: TraversalSettings, book: ButtonBook, saved?: TraversalCheckpoint) {
    this.#settings = settings;
    this.#book = book;
    this.#pairs = new Set(saved?.pairs);
    this.#loop = saved?.loop ?? undefined;
    this.clicks = saved?.clicks ?? 0;
  }

  /** Whether so many presses more would be too many. */
  isOver(presses = 1): boolean {
    return this.#settings.clicks > 0 && this.clicks + presses > this.#settings.clicks;
  }

  /** A19: whether the presses that are left are for families that were never pressed. */
  get neverPressedOnly(): boolean {
    return this.#reserved > 0 && this.#settings.clicks - this.clicks <= this.#reserved;
  }

  /** Presses that are kept for families that were never pressed; bursts leave them. */
  get #reserved(): number {
    const { clicks } = this.#settings;
    return Math.min(2 * this.#book.neverPressedCount(), Math.floor(clicks / 2));
  }

  openButtons(vertex: Vertex, only: boolean): readonly Button[] {
    return vertex.buttons.flatMap(key => {
      const isOpen = !vertex.pressed.has(key) && this.#book.isOpen(key) && (!only || this.#book.isNeverPressed(key));
      return isOpen ? [this.#book.button(key)!] : [];
    });
  }

  /** The edge to take from `vertex`: a button and how often it is pressed; undefined: no button is open. */
  next(vertex: Vertex, streak: Streak, only: boolean): string | undefined {
    const open = this.openButtons(vertex, only);
    const last = streak.button === '' ? undefined : this.#book.button(streak.button);
    const sameFirst = streak.presses > 0 || !open.some(button => this.#book.isNeverPressed(button.key));
    const button = chooseButton(open, last?.text, sameFirst);
    return button === undefined ? undefined : edgeName(button.key, this.#timesOf(button.key, streak));
  }

  #timesOf(button: string, streak: Streak): number {
    const { burst, burstAfter, clicks } = this.#settings;
    if (streak.button !== button || streak.presses < burstAfter) return 1;
    // Presses that request nothing cost the site nothing: many at once, so that the page is looked at less often.
    const asks = streak.requests.some(requests => requests.length > 0);
    const most = asks || burst === 1 || streak.presses < 3 * burstAfter ? burst : 8 * burst;
    return Math.max(1, Math.min(most, clicks === 0 ? most : clicks - this.clicks - this.#reserved));
  }

  /** Buttons of the root to be pressed in a row, the first of which leads from the root to the root (A11). */
  nextPair(root: Vertex | undefined): readonly [string, string] | undefined {
    if (root === undefined || this.#pairs.size >= this.#settings.pairs) return undefined;
    const usable = root.buttons.filter(key => this.#book.mayBePressed(key));
    const loops = usable.filter(key => root.edges.get(key)?.some(label => label.to === root.id));
    for (const a of loops) {
      const b = usable.find(key => key !== a && !this.#pairs.has(`${a} ${key}`));
      if (b === undefined) continue;
      this.#pairs.add(`${a} ${b}`);
      return [a, b];
    }
    return undefined;
  }

  /** Two presses in a row at the root are a pair, whatever requested them. `before`: the edge taken before this press. */
  notePair(button: string, before: string | undefined, isFromRoot: boolean, isToRoot: boolean): void {
    if (this.#loop !== undefined && this.#loop === before && isFromRoot) this.#pairs.add(`${before} ${button}`);
    this.#loop = isFromRoot && isToRoot ? button : undefined;
  }

  get loop(): string | undefined {
    return this.#loop;
  }

  /** After a load: nothing was pressed yet, or what was pressed before was pressed again. */
  begin(loop?: string): void {
    this.#loop = loop;
  }

  save(): Pick<TraversalCheckpoint, 'clicks' | 'pairs' | 'loop'> {
    return { clicks: this.clicks, pairs: [...this.#pairs], loop: this.#loop ?? null };
  }
}
