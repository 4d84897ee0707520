import { ToneFault } from '../tone-port.ts';

/** Dollars for a million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
}

/** Tokens that an endpoint says it has counted. */
export interface TokenUse {
  readonly input: number;
  readonly output: number;
}

/**
 * The cost so far of asking a model, and the most that it may cost. Before a question its highest cost is set aside, so that
 * questions side by side cannot pass the budget together; afterwards what it did cost is counted.
 */
export class Budget {
  readonly #most: number;
  readonly #price: TokenPrice;
  #aside = 0;
  #isUsedUp = false;
  #spent = 0;
  #input = 0;
  #output = 0;

  /** `most`: dollars; infinite where nothing is paid for. */
  constructor(most: number, price: TokenPrice) {
    this.#most = most;
    this.#price = price;
  }

  get spent(): { readonly dollars: number; readonly input: number; readonly output: number } {
    return { dollars: this.#spent, input: this.#input, output: this.#output };
  }

  /** Throws `ToneFault` where the budget may be passed; from then on no question is asked. */
  setAside(most: TokenUse): void {
    const cost = this.#costOf(most);
    this.#isUsedUp ||= this.#spent + this.#aside + cost > this.#most;
    if (this.#isUsedUp) throw new ToneFault('budget');
    this.#aside += cost;
  }

  /** Counts what a question did cost: `used`, or all that was set aside where nobody says. */
  settle(most: TokenUse, used: TokenUse | undefined): void {
    const { input, output } = used ?? most;
    this.#aside -= this.#costOf(most);
    this.#spent += this.#costOf({ input, output });
    this.#input += input;
    this.#output += output;
  }

  #costOf({ input, output }: TokenUse): number {
    return (input * this.#price.input + output * this.#price.output) / 1e6;
  }
}
