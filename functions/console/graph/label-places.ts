/*
 * Places of labels in a picture, on the screen and in a file: inside of it, over no node and over no other label. Where there is no room
 * beside a node, its label is further off, at the end of a line; where there is none there either, it is left out.
 */

/** A node in pixels of the picture. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface LabelledCircle extends Circle {
  readonly id: string;
  readonly text: string;
  /** Of the text. */
  readonly width: number;
}

/** The left end of a label's base line. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  /** The point of the label that a line from its node leads to; absent beside the node. */
  readonly lineTo?: { readonly x: number; readonly y: number };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels between a node and its label. */
const gap = 3;
/** Further distances, nearest first, and directions. */
const distances = [18, 36, 60, 90, 130, 180, 240];
const directions = Array.from({ length: 12 }, (_, k) => (k * Math.PI) / 6);
const cellSize = 40;

/** Places for labels by the ids of their nodes, those of the largest nodes first. `height`: of a line of text. */
export function placeLabels(
  labelled: readonly LabelledCircle[],
  circles: readonly Circle[],
  picture: { readonly width: number; readonly height: number },
  height: number,
): ReadonlyMap<string, LabelPlace> {
  const taken = new TakenRoom();
  for (const { x, y, radius } of circles) taken.add(boxAt(x - radius, y - radius, 2 * radius, 2 * radius));
  const places = new Map<string, LabelPlace>();
  const isInside = ({ left, top, right, bottom }: Box): boolean =>
    left >= 0 && top >= 0 && right <= picture.width && bottom <= picture.height;
  for (const label of [...labelled].sort((a, b) => b.radius - a.radius))
    for (const { box, lineTo } of candidates(label, height)) {
      if (!isInside(box) || taken.has(box)) continue;
      taken.add(box);
      // A quarter of the line lies under the base line.
      places.set(label.id, { x: box.left, y: box.bottom - height / 4, ...(lineTo !== undefined && { lineTo }) });
      break;
    }
  return places;
}

interface Candidate extends Pick<LabelPlace, 'lineTo'> {
  readonly box: Box;
}

function* candidates({ x, y, radius, width }: LabelledCircle, height: number): Iterable<Candidate> {
  const off = radius + gap;
  yield { box: boxAt(x + off, y - height / 2, width, height) };
  yield { box: boxAt(x - off - width, y - height / 2, width, height) };
  yield { box: boxAt(x - width / 2, y - off - height, width, height) };
  yield { box: boxAt(x - width / 2, y + off, width, height) };
  for (const distance of distances)
    for (const angle of directions) {
      const [atX, atY] = [x + (off + distance) * Math.cos(angle), y + (off + distance) * Math.sin(angle)];
      const box = boxAt(Math.cos(angle) < -0.1 ? atX - width : atX, atY - height / 2, width, height);
      yield { box, lineTo: { x: atX, y: atY } };
    }
}

function boxAt(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height };
}

/** Boxes in the cells of a grid that they touch. */
class TakenRoom {
  readonly #cells = new Map<string, Box[]>();

  add(box: Box): void {
    for (const key of cellsOf(box)) {
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [box]);
      else cell.push(box);
    }
  }

  has({ left, top, right, bottom }: Box): boolean {
    for (const key of cellsOf({ left, top, right, bottom }))
      for (const other of this.#cells.get(key) ?? [])
        if (other.left < right && left < other.right && other.top < bottom && top < other.bottom) return true;
    return false;
  }
}

function* cellsOf({ left, top, right, bottom }: Box): Iterable<string> {
  for (let x = Math.floor(left / cellSize); x * cellSize < right; x += 1)
    for (let y = Math.floor(top / cellSize); y * cellSize < bottom; y += 1) yield `${x} ${y}`;
}
