/** A list of integers from 0 to 2^32 - 1, without an object for each. */
export class NumberList {
  length = 0;
  private numbers: Uint32Array;

  constructor(room: number) {
    this.numbers = new Uint32Array(room);
  }

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length] = number;
    this.length += 1;
  }

  /** The number at an index; 0 if it was never set. */
  at(index: number): number {
    return index < this.length ? this.numbers[index]! : 0;
  }

  /** Sets a number; unset numbers before it are 0. */
  set(index: number, number: number): void {
    while (this.length <= index) this.push(0);
    this.numbers[index] = number;
  }

  /** A copy. */
  taken(): Uint32Array {
    return this.numbers.slice(0, this.length);
  }

  /** The numbers without a copy; valid until the next `push`. */
  view(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }
}
