/** How many turns share an invocation of the fetch function, and how many bytes of bodies they may hold together. */

/** Memory of the program, its heap, and objects on their way to S3. */
const ownMb = 128;
/** Average size of a turn's bodies: fifty pages of 48 KB. */
const turnMb = 2.4;
const mostTurns = 32;

export function turnsThatFit(memoryMb: number): number {
  return Math.max(1, Math.min(mostTurns, Math.floor((memoryMb - ownMb) / turnMb)));
}

/**
 * Counts the bodies in memory. While they exceed the room, a turn that has a page requests no further one. A turn may
 * hold `protocol.maxTurnBytes` at most.
 */
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

/** The bytes of one turn in the room. */
export interface TurnBodies {
  hold(bytes: number): void;
  isRoomFull(): boolean;
  /** Call at the end of the turn. */
  leave(): void;
}
