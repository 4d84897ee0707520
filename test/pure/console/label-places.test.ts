import { expect, test } from 'vitest';
import { type LabelledCircle, placeLabels } from '../../../functions/console/graph/label-places.ts';

const picture = { width: 800, height: 600 };
const height = 14;

function at(x: number, y: number, { radius = 5, width = 100 } = {}): LabelledCircle {
  return { id: `${x} ${y}`, x, y, radius, text: 'x', width };
}

test('a label stands on the right of its node, and turns to the left at the right edge', () => {
  const [one, edge] = [at(100, 100), at(780, 300)];
  const places = placeLabels([one, edge], [one, edge], picture, height);
  expect(places.get(one.id)).toEqual({ x: 108, y: 103.5 });
  expect(places.get(edge.id)).toEqual({ x: 780 - 8 - 100, y: 303.5 });
});

test('labels lie inside the picture, over no node and over no other label', () => {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const circles = Array.from({ length: 400 }, () =>
    at(random() * 800, random() * 600, { radius: 1 + random() * 8, width: 20 + random() * 150 }),
  );
  const labelled = circles.slice(0, 30);
  const places = placeLabels(labelled, circles, picture, height);
  const boxes = labelled.flatMap(({ id, width }) => {
    const place = places.get(id);
    if (place === undefined) return [];
    const bottom = place.y + height / 4;
    return [{ left: place.x, right: place.x + width, top: bottom - height, bottom }];
  });
  expect(boxes.length).toBeGreaterThan(10);
  for (const [index, box] of boxes.entries()) {
    expect(box.left >= 0 && box.top >= 0 && box.right <= 800 && box.bottom <= 600).toBe(true);
    for (const { x, y, radius } of circles)
      expect(box.left < x + radius && x - radius < box.right && box.top < y + radius && y - radius < box.bottom).toBe(
        false,
      );
    for (const other of boxes.slice(index + 1))
      expect(box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom).toBe(
        false,
      );
  }
});

test('a label without room beside its node stands further off, at the end of a line', () => {
  const centre = at(400, 300, { radius: 10 });
  const ring = Array.from({ length: 60 }, (_, k) =>
    at(400 + 25 * Math.cos((k * Math.PI) / 30), 300 + 25 * Math.sin((k * Math.PI) / 30)),
  );
  const place = placeLabels([centre], [centre, ...ring], picture, height).get(centre.id)!;
  expect(Math.hypot(place.lineTo!.x - 400, place.lineTo!.y - 300)).toBeGreaterThan(25);
});

test('a label without any room is left out', () => {
  const wide = at(400, 300, { width: 900 });
  expect(placeLabels([wide], [wide], picture, height).size).toBe(0);
});
