import type { PackedReader, PackedWriter } from '../../../domain/packed-bytes.ts';

/** Strings of these are kept; servers may send any number of others. */
const mostKept = 250;

/** Texts of which few are different. The first ones are written as a number, and reading them makes no string; others as they are. */
export class FewTexts {
  private readonly texts: string[] = [];
  /** From 1 on. */
  private readonly numbers = new Map<string, number>();

  write(out: PackedWriter, text: string): void {
    const number = this.numberOf(text);
    out.uint(number);
    if (number === 0) out.text(text);
  }

  read(from: PackedReader): string {
    const number = from.uint();
    return number === 0 ? from.text() : this.texts[number - 1]!;
  }

  /** 0: it is not kept. */
  private numberOf(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    if (this.texts.length === mostKept) return 0;
    this.texts.push(text);
    this.numbers.set(text, this.texts.length);
    return this.texts.length;
  }
}
