import type { PageScan } from '../html/page-scan.ts';
import { relationsOf } from '../html/scanned-text.ts';
import { NumberList } from '../number-list.ts';
import type { TurnTexts } from './kept-links.ts';

/** A link of a page with its anchor and `rel`. */
export interface DescribedLink {
  readonly isExternal: boolean;
  /** Index into `Segment.externals` or `Segment.targets`. */
  readonly place: number;
  /** Index into `Segment.anchors`. */
  readonly anchor: number;
  /** Bits of `linkRelations`. */
  readonly relations: number;
}

/** Numbers for each described link: its place, its anchor, its relations. */
const numbersOfLink = 3;

/** Collects every link of the page that is read now, in document order. */
export class LinkDescriptions {
  private readonly anchors: TurnTexts;
  private readonly numbers = new NumberList(1 << 10);

  /** `anchors`: the anchor texts of the turn. */
  constructor(anchors: TurnTexts) {
    this.anchors = anchors;
  }

  /** Forgets the links of the page before. */
  startPage(): void {
    this.numbers.length = 0;
  }

  add(isExternal: boolean, place: number, anchor: string, relations: number): void {
    this.numbers.push(2 * place + (isExternal ? 1 : 0));
    this.numbers.push(this.anchors.indexOf(anchor));
    this.numbers.push(relations);
  }

  /** Adds a link of the document. */
  addLink(scan: PageScan, link: number, { isExternal, place, anchor }: LinkPlace & { readonly anchor: string }): void {
    this.add(isExternal, place, anchor, relationsOf(scan, link));
  }

  /** Appends the links of the page to `numbers`; returns how many there are. */
  endPage(numbers: NumberList): number {
    for (const number of this.numbers.view()) numbers.push(number);
    return this.numbers.length / numbersOfLink;
  }
}

export type LinkPlace = Pick<DescribedLink, 'isExternal' | 'place'>;

/** The described links of a page whose other numbers end at `start`. */
export function* describedLinks(start: number, count: number, numbers: Uint32Array): Iterable<DescribedLink> {
  for (let at = start; at < start + numbersOfLink * count; at += numbersOfLink) {
    const place = numbers[at]!;
    yield { isExternal: place % 2 === 1, place: place >>> 1, anchor: numbers[at + 1]!, relations: numbers[at + 2]! };
  }
}
