/** How many turns share an invocation of the function that fetches, and what they may hold of bodies together. */

/** The program, its heap, and objects on their way to S3. */
const ownMb = 128;
/** Bodies of a turn on average: fifty pages of 48 KB. */
const turnMb = 2.4;
const mostTurns = 32;

export function turnsThatFit(memoryMb: number): number {
  return Math.max(1, Math.min(mostTurns, Math.floor((memoryMb - ownMb) / turnMb)));
}

/** Bodies in memory. While more is held, turns that have a page begin no other; each may hold `protocol.maxTurnBytes` at most. */
export class BodyRoom {
  private readonly mostBytes: number;
  private held = 0;

  constructor(memoryMb: number) {
    this.mostBytes = (memoryMb - ownMb) * 1024 * 1024;
  }

  enter(): TurnBodies {
    let own = 0;
    return {
      hold: bytes => {
        own += bytes;
        this.held += bytes;
      },
      isRoomFull: () => this.held >= this.mostBytes,
      leave: () => {
        this.held -= own;
        own = 0;
      },
    };
  }
}

/** What a turn holds of the room. */
export interface TurnBodies {
  hold(bytes: number): void;
  isRoomFull(): boolean;
  /** The turn has ended. */
  leave(): void;
}
