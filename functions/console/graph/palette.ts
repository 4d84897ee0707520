/*
 * Colours of graphs, of middle lightness so that they stand out on white and on black. Levels go from warm to cold;
 * kinds are distinguished by hue (the first six after Okabe and Ito 2008, safe for colour-blind readers).
 */
const levelColours = ['#d1495b', '#e8883a', '#c9a227', '#5aa469', '#2a9d8f', '#3a86c8', '#5f6fc4', '#8f5fb8'];

export const kindColours: readonly string[] =
  '#1f7fc0 #d55e00 #009e73 #cc79a7 #b08d00 #56b4e9 #8f6fc4 #a3543c #6b8e23 #c2396b'.split(' ');

export const sharedColour = '#8a949b';

/** How many levels have their own colour; deeper ones share the last. */
export const levelsTold = levelColours.length;

/** Of pages without a level (-1), that of all that is left. */
export function levelColour(level: number): string {
  return levelColours[Math.min(level, levelsTold - 1)] ?? sharedColour;
}

export function kindColour(index: number): string {
  return kindColours[index % kindColours.length]!;
}
