/** How many turns share an invocation of the fetch function, and how many bytes of bodies they may hold together. */

/** Memory of the program, its heap, objects on their way to S3, and the garbage of large bodies (measured, docs/benchmarks.md). */
export const ownMb = 216;
/** Average size of a turn's bodies: fifty pages of 48 KB. */
const turnMb = 2.4;
const mostTurns = 32;
/**
 * A large body counts several times (measured): its pieces, the joined body and the packed object take memory, and the garbage
 * collector frees them late.
 */
const largeBytes = 1024 * 1024;
const copiesOfLarge = 4;

export function turnsThatFit(memoryMb: number): number {
  return Math.max(1, Math.min(mostTurns, Math.floor((memoryMb - ownMb) / turnMb)));
}

/**
 * Counts the bodies in memory, and those that are reserved because they are about to come. Further bodies wait in
 * a line, of which the first has all room that becomes free; an empty room takes a body of any size. So that nobody waits for
 * himself, who holds something does not wait (`isEmpty`): he ends his turn, which empties the room for others.
 */
export class BodyRoom {
  private readonly mostBytes: number;
  private held = 0;
  private readonly line = new Set<object>();

  constructor(memoryMb: number) {
    this.mostBytes = (memoryMb - ownMb) * 1024 * 1024;
  }

  enter(): TurnBodies {
    const self = {};
    let own = 0;
    let largest = 0;
    let isAlone = false;
    const change = (bytes: number): void => {
      own += bytes;
      this.held += bytes;
    };
    return {
      hold: bytes => change(weightOf(bytes)),
      free: reserved => change(-reserved),
      isEmpty: () => own === 0,
      isRoomFull: () => this.held > 0 && this.held + largest >= this.mostBytes,
      reserve: wanted => {
        const bytes = isAlone ? Math.max(wanted, this.mostBytes) : weightOf(wanted);
        const [first = self] = this.line;
        if (first !== self || (this.held > 0 && this.held + bytes > this.mostBytes)) {
          this.line.add(self);
          return undefined;
        }
        this.line.delete(self);
        largest = Math.max(largest, bytes);
        change(bytes);
        return bytes;
      },
      giveUp: () => this.line.delete(self),
      beAlone: () => {
        isAlone = true;
      },
      leave: () => {
        this.line.delete(self);
        change(-own);
      },
    };
  }
}

function weightOf(bytes: number): number {
  return bytes > largeBytes ? bytes * copiesOfLarge : bytes;
}

/** The bytes of one turn in the room. */
export interface TurnBodies {
  hold(bytes: number): void;
  /** `reserved`: as `reserve` has answered. */
  free(reserved: number): void;
  /** Whether the turn holds nothing and has reserved nothing. */
  isEmpty(): boolean;
  /** Whether there is no room for a body as large as the turn's largest. */
  isRoomFull(): boolean;
  /** The reserved bytes, to be freed; undefined: there is no room yet, and the turn is in the line. */
  reserve(bytes: number): number | undefined;
  /** The turn leaves the line. */
  giveUp(): void;
  /** From now on each body of the turn takes the whole room. */
  beAlone(): void;
  /** Call at the end of the turn. */
  leave(): void;
}
