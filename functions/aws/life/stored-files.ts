import type { StoredFile } from '../../../shared/domain/protocol/crawl-record.ts';

/** Of a file: its size as a double, its SHA-256. */
const factBytes = 8 + 32;

/** Result files with packed sizes and hashes: a crawl of 100,000 sites has 1.7 million. */
export class StoredFiles {
  private readonly names: string[] = [];
  private facts = Buffer.alloc(factBytes * 64);

  add({ name, sizeBytes, sha256 }: StoredFile): void {
    const at = this.names.length * factBytes;
    this.names.push(name);
    if (at === this.facts.byteLength) this.facts = Buffer.concat([this.facts], 2 * at);
    this.facts.writeDoubleLE(sizeBytes, at);
    this.facts.write(sha256, at + 8, 'hex');
  }

  /** By name, so many at a time. */
  *sorted(most: number): Iterable<readonly StoredFile[]> {
    const { names } = this;
    const order = Uint32Array.from(names.keys()).sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
    for (let from = 0; from < order.length; from += most)
      yield Array.from(order.subarray(from, from + most), each => this.at(each));
  }

  private at(number: number): StoredFile {
    const at = number * factBytes;
    const sha256 = this.facts.toString('hex', at + 8, at + factBytes);
    return { name: this.names[number]!, sizeBytes: this.facts.readDoubleLE(at), sha256 };
  }
}
