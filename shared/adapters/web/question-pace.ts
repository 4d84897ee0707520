import { errorCode } from './faults/classify-error.ts';

/** So many names are asked about at once at the beginning, at least, and at most. */
const firstRoom = 32;
const leastRoom = 16;
const mostRoom = 256;
/** A name server that takes longer has lost the question, or waits for another server. */
const lateMs = 500;
/** A long line moves on at least so fast that half of it is asked about in this time. */
const halfLineMs = 4_000;
/** Of the last late answers, roughly so many say whether questions get lost. */
const lateOnes = 32;
/** Where a smaller share of them comes in the end, it is not the name server that is to blame. */
const lossyShare = 0.05;

interface Asking {
  /** Ends the waiting in the line: the name is not asked about then, and the promise stays open. */
  readonly signal: AbortSignal;
  /** The name was asked about before, and nobody answered. */
  readonly isRepeat: boolean;
}

/**
 * Keeps the number of names that name servers are asked about at once. Servers drop questions if they get too many, also
 * questions about living names. Each quick answer makes room for a name more. A late one gives its place to the
 * next, so names that nobody answers for hold up the others for half a second each, not until they are given up. It
 * also makes room for a name less, as long as some late answers come in the end: then questions get lost.
 */
export class QuestionPace {
  private room = firstRoom;
  private open = 0;
  /** Share of late answers that came in the end. */
  private lost = 1;
  private readonly line = new Set<() => void>();

  /** Names that wait in the line. */
  get waiting(): number {
    return this.line.size;
  }

  async run<T>(ask: () => Promise<T>, { signal, isRepeat }: Asking): Promise<T> {
    // A free place goes to the first question in the line, also where a new question comes at that moment.
    if (this.line.size === 0 && this.open < this.room) this.open += 1;
    else await this.reachedFront(signal);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.leave(this.lost > lossyShare ? -1 : 0);
    }, lateMs);
    const end = (isAnswered: boolean): void => {
      if (isLate || isRepeat) this.lost += (Number(isAnswered) - this.lost) / lateOnes;
      if (!isLate) this.leave(1);
      clearTimeout(timer);
    };
    try {
      const answer = await ask();
      end(true);
      return answer;
    } catch (error) {
      end(!isSilence(error));
      throw error;
    }
  }

  private async reachedFront(signal: AbortSignal): Promise<void> {
    await new Promise<void>(resolve => {
      this.line.add(resolve);
      signal.addEventListener('abort', () => this.line.delete(resolve), { once: true });
    });
  }

  private leave(more: 1 | 0 | -1): void {
    this.open -= 1;
    const least = Math.max(leastRoom, Math.ceil((this.line.size * Math.LN2 * lateMs) / halfLineMs));
    this.room = Math.max(least, Math.min(mostRoom, this.room + more));
    for (const next of this.line) {
      if (this.open >= this.room) return;
      this.line.delete(next);
      this.open += 1;
      next();
    }
  }
}

/** c-ares has given a question up. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && errorCode(error) === 'ETIMEOUT';
}
