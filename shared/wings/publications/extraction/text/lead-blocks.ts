import { attributeOf } from '../../../../domain/html/tree-node.ts';
import { isText, linkShare } from './block-value.ts';
import { isDatedLine } from './dated-line.ts';
import type { Block, PageBlocks } from './page-blocks.ts';

/** Blocks between a headline and the text. */
const reach = 15;
/** Characters of a lead, and of one that no name calls a lead. */
const mostLead = 800;
const leastUnnamed = 60;
const leadNames =
  /(?:^|[\s_-])(?:lead|lede|lid|intro\w*|teaser\w*|summary|standfirst|subtitle|dek|deck|excerpt|announce|anons|description|chapo|vorspann|sous-?titre|sommario|sapo|ingress|abstract|spot)(?:$|[\s_-])/i;
/** Blocks of the text that may repeat its lead, and the share of the lead's words in them. */
const bodyStart = 8;
const mostRepeated = 0.4;
/** Names of elements that hold no lead. */
const otherNames =
  /caption|credit|author|byline|share|social|breadcrumb|comment|related|tags?(?:$|[\s_-])|promo|banner|advert|cookie|consent|newsletter|subscri|paywall|login|sign-?up|disclaimer|video|gallery|image|media|date|meta|popup|modal|tool|hidden/i;
const otherTags = new Set('nav aside footer form figure figcaption button dialog menu'.split(' '));
/** Elements around a block whose names are read. */
const levels = 3;

/** The lead of an article: paragraphs between its headline and the first block of its text that were left out of the text. */
export function leadBlocks(
  page: PageBlocks,
  body: readonly number[],
  isOut: (index: number) => boolean,
): readonly number[] {
  const first = body[0] ?? 0;
  const from = headlineBefore(page, first);
  if (from < 0) return [];
  const between = Array.from({ length: first - from - 1 }, (_, i) => from + 1 + i);
  const around = page.elements[page.blocks[first]!.element]!.parent;
  // All of it may be a link.
  const isParagraph = (block: Block) =>
    page.elements[block.element]!.node.name === 'p' && page.elements[block.element]!.parent === around && isText(block);
  const leads = between.filter(
    i => !isOut(i) && (isLead(page, i) || (i === first - 1 && isParagraph(page.blocks[i]!))),
  );
  if (leads.length === 0) return leads;
  const said = runsOf(
    body
      .slice(0, bodyStart)
      .map(i => page.blocks[i]!.text)
      .join(' '),
  );
  return leads.filter(i => {
    const { text } = page.blocks[i]!;
    return !isDatedLine(text) && !isSaid(runsOf(text), said);
  });
}

/** Runs of three words. */
function runsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`));
}

/** Whether a text repeats its lead. */
function isSaid(lead: ReadonlySet<string>, body: ReadonlySet<string>): boolean {
  let common = 0;
  for (const run of lead) if (body.has(run)) common += 1;
  return common > mostRepeated * lead.size;
}

/** The index of the headline that is nearest before a block: of level 1, or to 3 on a page without one. -1 if there is none near. */
function headlineBefore({ blocks }: PageBlocks, first: number): number {
  const least = blocks.some(({ kind, level }) => kind === 'heading' && level === 1) ? 1 : 3;
  for (let i = first - 1; i >= Math.max(0, first - reach); i -= 1)
    if (blocks[i]!.kind === 'heading' && blocks[i]!.level <= least) return i;
  return -1;
}

function isLead(page: PageBlocks, index: number): boolean {
  const block = page.blocks[index]!;
  const { text, kind } = block;
  if (text.length > mostLead || kind === 'caption' || kind === 'cell' || kind === 'item') return false;
  const { isNamed, isOther } = namesAround(page, block);
  if (isOther || linkShare(block) > 0.3 || !isText(block)) return false;
  return isNamed || (kind !== 'heading' && text.length >= leastUnnamed && /[.!?…»”"]$/.test(text));
}

function namesAround({ elements }: PageBlocks, block: Block): { readonly isNamed: boolean; readonly isOther: boolean } {
  let isNamed = false;
  let index = block.element;
  for (let i = 0; index >= 0 && i < levels; i += 1, index = elements[index]!.parent) {
    const { node } = elements[index]!;
    const names = `${attributeOf(node, 'class') ?? ''} ${attributeOf(node, 'id') ?? ''}`.slice(0, 300);
    isNamed ||= node.name === 'hgroup' || leadNames.test(names) || attributeOf(node, 'itemprop') === 'description';
    if (otherTags.has(node.name) || (!(isNamed && i > 0) && otherNames.test(names) && !leadNames.test(names)))
      return { isNamed, isOther: true };
  }
  return { isNamed, isOther: false };
}
