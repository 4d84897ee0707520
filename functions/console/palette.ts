/*
 * Colours of graphs, of middle lightness so that they stand out on white and on black. Levels go from warm to cold;
 * kinds are told apart by hue (Okabe and Ito 2008, safe for colour-blind readers).
 */
const levelColours = ['#d1495b', '#e8883a', '#c9a227', '#5aa469', '#2a9d8f', '#3a86c8', '#5f6fc4', '#8f5fb8'];
const kindColours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b08d00', '#56b4e9'];

/** All levels behind the last colour share it. */
export function levelColour(level: number): string {
  return levelColours[Math.min(level, levelColours.length - 1)]!;
}

export const levelsTold = levelColours.length;

export function kindColour(index: number): string {
  return kindColours[index % kindColours.length]!;
}
