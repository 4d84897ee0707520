/** Texts as many as one wants, always the same: words with the frequencies of a natural language (Zipf) and endings of Russian. */
export class GeneratedTexts {
  private readonly stems: readonly string[];
  private state = 1;
  private readonly recent: string[] = [];

  constructor() {
    this.stems = Array.from({ length: stemCount }, (_, at) => stemOf(at));
  }

  /** The commonest form of the word that is number `rank` by frequency, from 0. */
  word(rank: number): string {
    return this.stems[Math.min(rank, stemCount - 1)]! + endings[0];
  }

  next(): { readonly title: string; readonly text: string; readonly isCopy: boolean } {
    const isCopy = this.recent.length > 0 && this.#chance() < 0.05;
    const text = isCopy ? this.#changed(this.recent[Math.floor(this.#chance() * this.recent.length)]!) : this.#text();
    this.recent.push(text);
    if (this.recent.length > 200) this.recent.shift();
    return { title: Array.from({ length: 8 }, () => this.#word()).join(' '), text, isCopy };
  }

  #text(): string {
    let text = '';
    // Two bytes a letter.
    while (text.length < 1_600) text += `${this.#word()}${this.#chance() < 0.07 ? '. ' : ' '}`;
    return text;
  }

  /** One word of twenty is another one. */
  #changed(text: string): string {
    return text
      .split(' ')
      .map(word => (this.#chance() < 0.03 ? this.#word() : word))
      .join(' ');
  }

  #word(): string {
    // The inverse of Zipf's distribution with exponent 1.
    const rank = Math.floor(stemCount ** this.#chance()) - 1;
    const ending = endings[Math.floor(this.#chance() ** 2 * endings.length)]!;
    return this.stems[rank]! + ending;
  }

  /** Mulberry32. */
  #chance(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const stemCount = 70_000;
const endings = ['а', 'ом', 'ами', 'ов', 'у', 'ы', 'ах', 'ой', 'ские', 'ского', 'ать', 'ают'];
const consonants = 'бвгдзклмнпрстфхцчш';
const vowels = 'аеиоуыя';

/** Frequent words are short. */
function stemOf(rank: number): string {
  let stem = '';
  for (let left = rank + 3; left > 0; left = Math.floor(left / (consonants.length * vowels.length))) {
    stem += consonants[left % consonants.length]! + vowels[Math.floor(left / consonants.length) % vowels.length]!;
  }
  return `${stem}${consonants[rank % consonants.length]}`;
}
