/** Elements that are open at once and known by name; deeper ones are only counted. */
const deepest = 40;

/** The open elements of a document that need not be well-formed. */
export class OpenElements {
  readonly #names: string[] = [];
  #beyond = 0;
  /** An end tag without its element, or an element without its end tag, was seen. */
  malformed = false;

  get depth(): number {
    return this.#names.length + this.#beyond;
  }

  /** The name of the element that is `above` elements above the innermost one. */
  name(above = 0): string | undefined {
    return this.#beyond > 0 ? undefined : this.#names[this.#names.length - 1 - above];
  }

  open(name: string): void {
    if (this.#names.length < deepest) this.#names.push(name);
    else this.#beyond += 1;
  }

  /** How many elements `</name>` ends: none if none of that name is open. */
  endedBy(name: string): number {
    if (this.#beyond > 0) return 1;
    const at = this.#names.lastIndexOf(name);
    const ended = at < 0 ? 0 : this.#names.length - at;
    if (ended !== 1) this.malformed = true;
    return ended;
  }

  /** Ends the innermost element. */
  close(): void {
    if (this.#beyond > 0) this.#beyond -= 1;
    else this.#names.pop();
  }
}
