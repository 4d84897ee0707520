/** How many turns share an invocation of the fetch function, and how many bytes of bodies they may hold together. */

/** Memory of the program, its heap, and what is not counted. */
const ownMb = 128;
/** Average size of a turn's bodies: fifty pages of 48 KB. */
const turnMb = 2.4;
const mostTurns = 32;
/** A body is held by the turn, and once more while it comes in, or goes to S3. */
const copies = 2;

export function turnsThatFit(memoryMb: number): number {
  return Math.max(1, Math.min(mostTurns, Math.floor((memoryMb - ownMb) / turnMb)));
}

/**
 * Counts the bodies in memory, and those that are reserved because they are about to come. What does not fit waits in a
 * line, of which the first has whatever becomes free; an empty room takes a body of any size. So that nobody waits for
 * himself, who holds something does not wait (`isEmpty`): he ends his turn, which empties the room for others.
 */
export class BodyRoom {
  private readonly mostBytes: number;
  private held = 0;
  private readonly line = new Set<object>();

  constructor(memoryMb: number) {
    this.mostBytes = ((memoryMb - ownMb) / copies) * 1024 * 1024;
  }

  enter(): TurnBodies {
    const self = {};
    let own = 0;
    let isAlone = false;
    const change = (bytes: number): void => {
      own += bytes;
      this.held += bytes;
    };
    return {
      hold: change,
      free: bytes => change(-bytes),
      isEmpty: () => own === 0,
      isRoomFull: () => this.held >= this.mostBytes,
      reserve: wanted => {
        const bytes = isAlone ? Math.max(wanted, this.mostBytes) : wanted;
        const [first = self] = this.line;
        if (first !== self || (this.held > 0 && this.held + bytes > this.mostBytes)) {
          this.line.add(self);
          return undefined;
        }
        this.line.delete(self);
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

/** The bytes of one turn in the room. */
export interface TurnBodies {
  hold(bytes: number): void;
  free(bytes: number): void;
  /** Whether the turn holds nothing and has reserved nothing. */
  isEmpty(): boolean;
  isRoomFull(): boolean;
  /** The bytes that are reserved, which are to be freed; undefined: there is no room yet, and the turn stands in the line. */
  reserve(bytes: number): number | undefined;
  /** The turn leaves the line. */
  giveUp(): void;
  /** From now on each body of the turn takes the whole room. */
  beAlone(): void;
  /** Call at the end of the turn. */
  leave(): void;
}
