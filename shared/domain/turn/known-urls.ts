/** Most URLs that are remembered; then all are forgotten, for a cache may know too little. */
const most = 1_000_000;

/** Claims that are known to be made and committed: they need not be tried again. */
export class KnownUrls {
  private readonly keys = new Set<string>();

  has(key: string): boolean {
    return this.keys.has(key);
  }

  addAll(keys: Iterable<string>): void {
    if (this.keys.size > most) this.keys.clear();
    for (const key of keys) this.keys.add(key);
  }
}
