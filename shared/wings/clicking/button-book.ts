import { givesConsent, isDangerous } from './button-choice.ts';
import type { Button, Snapshot } from './traversal-driver.ts';
import type { TraversalSettings } from './traversal-settings.ts';

/** Why a button is not pressed, or no longer. */
export type ButtonRefusal = 'dangerous' | 'hung' | 'crashed' | 'known' | 'promoted' | 'fruitless' | 'too-many';

export interface SavedButtons {
  readonly buttons: readonly Button[];
  readonly fruitless: readonly (readonly [string, number])[];
  readonly fruitlessFamilies: readonly (readonly [string, number])[];
  readonly fruitlessKin: readonly (readonly [string, number])[];
  readonly pressedFamilies: readonly string[];
  readonly refused: readonly (readonly [string, ButtonRefusal])[];
  /** Absent in checkpoints of earlier versions. */
  readonly mostCut?: number;
}

/** A bound on buttons that one traversal remembers. A button that is met beyond it is not pressed. */
const mostButtons = 50_000;

/**
 * Every button that a traversal has met, and how fruitful its presses were. A button that brought nothing several
 * times is left alone in every state: otherwise the work would be the product of states and buttons.
 */
export class ButtonBook {
  readonly #settings: TraversalSettings;
  readonly #buttons = new Map<string, Button>();
  readonly #fruitless = new Map<string, number>();
  readonly #fruitlessFamilies = new Map<string, number>();
  readonly #fruitlessKin = new Map<string, number>();
  readonly #pressedFamilies = new Set<string>();
  readonly #knownFamilies = new Set<string>();
  readonly #refused = new Map<string, ButtonRefusal>();
  #mostCut = 0;

  constructor(settings: TraversalSettings, saved?: SavedButtons) {
    this.#settings = settings;
    if (saved === undefined) return;
    for (const button of saved.buttons) this.#remember(button);
    for (const [key, n] of saved.fruitless) this.#fruitless.set(key, n);
    for (const [family, n] of saved.fruitlessFamilies) this.#fruitlessFamilies.set(family, n);
    for (const [kin, n] of saved.fruitlessKin) this.#fruitlessKin.set(kin, n);
    for (const family of saved.pressedFamilies) this.#pressedFamilies.add(family);
    for (const [key, why] of saved.refused) this.#refused.set(key, why);
    this.#mostCut = saved.mostCut ?? 0;
  }

  /** Takes the buttons of a state into the book. Answers whether a family is among them that was never met. */
  meet(snapshot: Snapshot): boolean {
    let isNew = false;
    this.#mostCut = Math.max(this.#mostCut, snapshot.buttonsCut ?? 0);
    for (const button of snapshot.buttons) {
      if (this.#buttons.has(button.key) || this.#refused.has(button.key)) continue;
      if (this.#buttons.size >= mostButtons) {
        this.refuse(button.key, 'too-many');
        continue;
      }
      isNew ||= !this.#knownFamilies.has(button.family);
      this.#remember(button);
      if (isDangerous(button.text, this.#settings.notPressed)) this.refuse(button.key, 'dangerous');
    }
    return isNew;
  }

  #remember(button: Button): void {
    this.#buttons.set(button.key, givesConsent(button.text) ? { ...button, priority: 4 } : button);
    this.#knownFamilies.add(button.family);
  }

  button(key: string): Button | undefined {
    return this.#buttons.get(key);
  }

  refuse(key: string, why: ButtonRefusal): void {
    this.#refused.set(key, why);
  }

  /** Whether presses of this button are still worth a try, in a state where it was not pressed yet. */
  isOpen(key: string): boolean {
    const button = this.#buttons.get(key);
    if (button === undefined || !this.mayBePressed(key)) return false;
    const fruitless = this.#fruitless.get(key) ?? 0;
    const familyFruitless = this.#fruitlessFamilies.get(button.family) ?? 0;
    return fruitless < this.#settings.fruitless && familyFruitless < 2 * this.#settings.fruitless;
  }

  /**
   * Whether a press makes sense however fruitless earlier presses were: the button is not refused, and its kin was not
   * pressed in vain too often.
   */
  mayBePressed(key: string): boolean {
    const button = this.#buttons.get(key);
    if (button === undefined || this.#refused.has(key)) return false;
    return (this.#fruitlessKin.get(button.kin) ?? 0) < 2 * this.#settings.fruitless;
  }

  /** Whether no button of this one's family was ever pressed. */
  isNeverPressed(key: string): boolean {
    const button = this.#buttons.get(key);
    return button !== undefined && !this.#pressedFamilies.has(button.family);
  }

  /** How many families have an open button and were never pressed. */
  neverPressedCount(): number {
    const families = new Set<string>();
    for (const button of this.#buttons.values()) {
      if (!this.#pressedFamilies.has(button.family) && this.isOpen(button.key)) families.add(button.family);
    }
    return families.size;
  }

  pressed(key: string): void {
    const button = this.#buttons.get(key);
    if (button !== undefined) this.#pressedFamilies.add(button.family);
  }

  wasFruitful(key: string): void {
    this.#fruitless.delete(key);
    const button = this.#buttons.get(key);
    if (button === undefined) return;
    this.#fruitlessFamilies.delete(button.family);
    this.#fruitlessKin.delete(button.kin);
  }

  wasFruitless(key: string): void {
    addOne(this.#fruitless, key);
    const button = this.#buttons.get(key);
    if (button === undefined) return;
    addOne(this.#fruitlessFamilies, button.family);
    // Several presses of one button say nothing about its kin.
    if (this.#fruitless.get(key) === 1) addOne(this.#fruitlessKin, button.kin);
  }

  /** Buttons that were left alone, with their texts, in the order in which they were met. */
  *refused(): Generator<{ readonly text: string; readonly why: ButtonRefusal }> {
    for (const [key, why] of this.#refused) yield { text: this.#buttons.get(key)?.text ?? '', why };
    for (const button of this.#buttons.values()) {
      if (!this.#refused.has(button.key) && !this.isOpen(button.key)) yield { text: button.text, why: 'fruitless' };
    }
  }

  /** How many buttons the fullest state had beyond the reported ones. */
  get mostCut(): number {
    return this.#mostCut;
  }

  save(): SavedButtons {
    return {
      mostCut: this.#mostCut,
      buttons: [...this.#buttons.values()],
      fruitless: [...this.#fruitless],
      fruitlessFamilies: [...this.#fruitlessFamilies],
      fruitlessKin: [...this.#fruitlessKin],
      pressedFamilies: [...this.#pressedFamilies],
      refused: [...this.#refused],
    };
  }
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
