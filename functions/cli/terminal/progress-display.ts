import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import type { WriteStream } from 'node:tty';
import type { Progress } from '../../../shared/report/progress.ts';
import { progressBlock, progressLine } from './progress-lines.ts';

/** Where a running crawl shows itself. Lines of text and progress may come in any order. */
export interface ProgressDisplay {
  show(progress: Progress): void;
  /** A line that stays. */
  write(line: string): void;
  /** Nothing is shown after it. */
  end(): void;
}

/** The first line comes soon, to show that the crawl works. Then a line follows every few seconds. */
const firstLineMs = 2_000;
const lineEveryMs = 5_000;

/** Plain lines, for logs and pipes. */
export function plainDisplay(stream: NodeJS.WritableStream): ProgressDisplay {
  let next = firstLineMs;
  return {
    show: progress => {
      if (progress.elapsedMs < next) return;
      next = progress.elapsedMs + lineEveryMs;
      stream.write(`${progressLine(progress)}\n`);
    },
    write: line => void stream.write(`${line}\n`),
    end: () => undefined,
  };
}

/** A terminal that can move its cursor and knows its width, which some (in containers) give as 0. */
export function canBeDrawnOn({ isTTY, columns }: Pick<WriteStream, 'isTTY' | 'columns'>): boolean {
  return isTTY && columns > 0 && process.env['TERM'] !== 'dumb';
}

/** A block at the end of the terminal that is drawn anew; it leaves no trace. */
export function liveDisplay(terminal: WriteStream): ProgressDisplay {
  let drawn: readonly string[] = [];
  const clear = () => {
    // A terminal echoes Ctrl-C as ^C: the cursor may be anywhere in its line.
    cursorTo(terminal, 0);
    if (drawn.length > 0) moveCursor(terminal, 0, -drawn.length);
    clearScreenDown(terminal);
  };
  const draw = (lines: readonly string[]) => {
    clear();
    // A line that wraps would count as two when the block is cleared.
    drawn = lines.map(line => line.slice(0, Math.max(1, terminal.columns - 1)));
    terminal.write(drawn.map(line => `${line}\n`).join(''));
  };
  return {
    show: progress => draw(progressBlock(progress, Math.max(1, Math.min(12, terminal.rows - 6)))),
    write: line => {
      const block = drawn;
      draw([]);
      terminal.write(`${line}\n`);
      draw(block);
    },
    end: () => draw([]),
  };
}

/** Only what must be said. */
export function quietDisplay(): ProgressDisplay {
  return { show: () => undefined, write: () => undefined, end: () => undefined };
}
