/** A read unit costs a fifth of a write unit and a look takes half of one: looking pays where more claims than this are lost. */
const worthLooking = 0.1;
const mostSites = 1_000;

/**
 * Decides whether to look at claims before making them. A lost claim costs a whole write. A worker that is new to a
 * site, or shares the site, knows few of the URLs and loses most claims. A worker that has seen all turns of the site
 * loses almost no claim. What was lost last time tells which it is.
 */
export class ClaimLook {
  private readonly lost = new Map<string, number>();

  /** `name` names what claims are made in. */
  isWorthIt(name: string): boolean {
    return (this.lost.get(name) ?? 1) > worthLooking;
  }

  /** Claims are being made: should that be cut short, whoever makes them again is to look. */
  forget(name: string): void {
    this.lost.delete(name);
  }

  learn(name: string, won: readonly boolean[]): void {
    if (won.length === 0) return;
    if (this.lost.size >= mostSites) this.lost.clear();
    this.lost.set(name, won.filter(isWon => !isWon).length / won.length);
  }
}
