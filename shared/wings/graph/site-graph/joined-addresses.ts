/** Most addresses that are kept of one site; with 200 bytes each, 50 MB. */
const mostKept = 250_000;

/**
 * The addresses of one site that normalization joined into pages, by the number of the page's normalized address. Pages that were
 * only seen as that take no space.
 */
export class JoinedAddresses {
  /** Some addresses had no room. */
  isCut = false;
  private readonly seen = new Map<number, Set<string>>();
  private kept = 0;

  /** `isKnown`: an earlier turn saw the page, as its identity where nothing else is kept of it. */
  see(number: number, identity: string, address: string, isKnown: boolean): void {
    const known = this.seen.get(number);
    if (known?.has(address) === true) return;
    if (address !== identity && !this.takeRoom()) return;
    if (known !== undefined) known.add(address);
    else this.seen.set(number, new Set(isKnown ? [identity, address] : [address]));
  }

  /** Whether more than the identity itself was seen. */
  has(number: number): boolean {
    return this.seen.has(number);
  }

  /** A link to the identity itself. */
  seeIdentity(number: number, identity: string): void {
    this.seen.get(number)?.add(identity);
  }

  /**
   * The addresses of a page that nobody requested, by their bytes; `asked` are those that somebody did. Of a page that was never
   * requested, the first address stands for the page. `isLinked`: some link leads to the page.
   */
  notAsked(number: number, identity: string, asked: ReadonlySet<string>, isLinked: boolean): readonly string[] {
    const seen = [...(this.seen.get(number) ?? (isLinked && !this.isCut ? [identity] : []))].sort();
    return asked.size > 0 ? seen.filter(address => !asked.has(address)) : seen.slice(1);
  }

  private takeRoom(): boolean {
    this.isCut ||= this.kept >= mostKept;
    if (!this.isCut) this.kept += 1;
    return !this.isCut;
  }
}
