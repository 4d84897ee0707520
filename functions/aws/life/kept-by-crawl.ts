import { remember } from '../../../shared/domain/remember.ts';

/** A value that a process keeps per crawl between its invocations; the oldest goes first. */
export class KeptByCrawl<T> {
  private readonly most: number;
  private readonly kept = new Map<string, T>();

  constructor(most: number) {
    this.most = most;
  }

  has(crawl: string): boolean {
    return this.kept.has(crawl);
  }

  get(crawl: string, make: () => T): T {
    const known = this.kept.get(crawl);
    if (known !== undefined) return known;
    const made = make();
    remember(this.kept, crawl, made, this.most);
    return made;
  }

  clear(): void {
    this.kept.clear();
  }
}

/** Bytes of memory that this Lambda has. */
export function memoryBytes(): number {
  return Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? 512) * 1024 * 1024;
}
