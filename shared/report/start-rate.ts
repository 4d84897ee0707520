const windowMs = 10_000;
/** A host that was not requested so long is forgotten. */
const keptMs = 120_000;

interface HostStarts {
  /** The last start before those of the window. */
  before: number | undefined;
  /** In order. */
  starts: number[];
}

/**
 * Requests that go out per second, from the instants of their starts. Spaces between starts of a host are counted, not
 * starts: starts that are a delay of d apart never give more than 1/d, however the window falls.
 */
export class StartRate {
  private readonly hosts = new Map<string, HostStarts>();

  /** `at` in ms, never less than before. */
  note(host: string, at: number): void {
    const known = this.hosts.get(host);
    if (known === undefined) this.hosts.set(host, { before: undefined, starts: [at] });
    else known.starts.push(at);
  }

  perSecond(now: number): number {
    let sum = 0;
    for (const [host, known] of this.hosts) {
      forgetOld(known, now - windowMs);
      if (known.starts.length === 0 && now - (known.before ?? 0) > keptMs) this.hosts.delete(host);
      else sum += spacesPerSecond(known, now);
    }
    return sum;
  }
}

function forgetOld(known: HostStarts, end: number): void {
  const kept = known.starts.findIndex(at => at > end);
  const gone = kept < 0 ? known.starts.length : kept;
  if (gone === 0) return;
  known.before = known.starts[gone - 1];
  known.starts = known.starts.slice(gone);
}

function spacesPerSecond({ before, starts }: HostStarts, now: number): number {
  const first = before ?? starts[0];
  const spaces = before === undefined ? starts.length - 1 : starts.length;
  return first === undefined || spaces <= 0 || now <= first ? 0 : (spaces * 1_000) / (now - first);
}
