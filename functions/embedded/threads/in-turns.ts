/** Work that is done one piece after the other, in the order in which it came. */
export class InTurns {
  /** Pieces that are not done. */
  left = 0;
  private last: Promise<unknown> = Promise.resolve();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const before = this.last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.last = promise;
    this.left += 1;
    await before;
    try {
      return await work();
    } finally {
      this.left -= 1;
      resolve();
    }
  }
}
