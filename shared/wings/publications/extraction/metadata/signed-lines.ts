import { attributeOf, type TreeNode, textIn } from '../../../../domain/html/tree-node.ts';
import { isGenericNoun } from '../../mentions/institution-words.ts';
import { isGivenName } from '../../mentions/persons.ts';
import { behindHeadline } from '../text/article-blocks.ts';
import { sentenceEnd } from '../text/block-value.ts';
import { isPageNumbers } from '../text/boilerplate.ts';
import { isDatedLine } from '../text/dated-line.ts';
import { isSetApart } from '../text/emphasis.ts';
import type { Block, PageBlocks } from '../text/page-blocks.ts';
import { isBehindPicture } from './lines-around.ts';
import { isPersonalName, peopleIn } from './people-in.ts';

/** A line that says itself whose text it is. */
const signedLine =
  /^(?:автор(?:ы|и|ка)?(?: (?:статьи|текста|статті|материала|матеріалу|публикации|публікації|новости|заметки))?\s*[:—–]|(?:текст(?: и фото)?|слова|words|text|story|report(?:ing)?|haber|authors?|written by|autor(?:in|en|e)?|auteure?s?)\s*:|(?:text|words|story)(?: and (?:photos?|pictures))? by\s|text von\s)\s*\p{Lu}/iu;
const writtenBy = [
  '(?:(?:submitted|written|posted|published|added|reported|verfasst|geschrieben|veröffentlicht|eingestellt|gepostet|écrit|rédigé|publié',
  '|posté|escrito|publicado|scritto|pubblicato|inviato|geschreven|geplaatst|napisane|dodane|skriven|skrevet|publicerad)\\s)?',
  '(?:by|von|par|por|di|da|door|przez|av|af)|(?:материал )?подготовил\\p{L}*|(?:написа|опублик(?:ова|ува)|разместил|розмісти|добави|дода)(?:л|ла|в)',
  '|(?:napisa|doda)ła?|napsala?|yazan|yazar|írta|kirjoittanut',
].join('');
/** "27 November 2026 by Ann Lee": nothing else is on the line but a date. */
const byLine = new RegExp(
  `^(?:(?:[^.!?]|(?<=\\d)\\.){0,40}\\d(?:\\s?\\p{L}{1,4}\\.?)?[\\s|·•,–—-]{1,5})?(?:${writtenBy})\\s?:?\\s+(?<names>\\p{Lu}.{2,130})$`,
  'iu',
);
/** "12 March 2026 · 3 min read · Ann Lee": behind the time of reading is a name. */
const readingLine =
  /[|·•]\s*(?:~\s?)?\d{1,3}\s?(?:min(?:ut\p{L}*)?\.?(?: (?:read|de lecture|de lectura|di lettura|lesezeit))?|мин(?:\.|ут\p{L}*)?(?: чтения)?)\s*[|·•](?:\s*[\d.,]+ \p{L}+\s*[|·•])?\s*(?<names>\p{Lu}[^|·•\d]{2,80})$/iu;
/** "Ann Lee, 12 March 2026, 10:15"; in front of a day without a clock may be a place. */
const timedLine =
  /^(?<names>\p{Lu}[^\d,;:|·•]{3,60}?)(?:(?:,|\s[|·•–—-])\s[^!?]{0,30}|\s\d[^!?]{0,30})(?<!\d)(?:19|20)\d\d(?!\d)[^!?\d]{0,5}\d{1,2}[:.]\d\d(?:\s?\p{L}{1,4}\.?)?$/iu;
/** "Culture Yesterday, 20:18 Views: 9 Author: Ann Lee Comments: 0": one of several labels on a line. */
const labelledPart =
  /(?<=[\s|·•])(?:автор(?:ы|и|ка)?|authors?|written by|posted by|autor(?:in|en|e)?|auteure?s?|autore|redakteur(?:in)?|écrit par|escrito por|scritto da)\s?:?\s(?<names>\p{Lu}[^.!?\d:|·•]{3,80}?)(?=\s\p{L}+\s?:|\s*[|·•\d]|\s[–—-]\s|$)/iu;
/** "Анна КУЗНЕЦОВА": newspapers write the family name so. */
const hasCapitals = /^\p{Lu}\p{Ll}+ \p{Lu}{3,}(?:-\p{Lu}{2,})?$/u;
/** The sign between a name and a date. Sections and dates have bars between them, too; in Russian the second word of a section is small. */
const besideSign = /\s[—–-]\s|(?<=\p{Script=Cyrillic}{2})\s?[|·•]|[|·•]\s?(?=\p{Script=Cyrillic}{2})/u;
const bars = /\s*[|·•]\s*|\s\/\s/;
/** Words of places, sections and media, whose words have capitals as names have. */
const noAuthor =
  /^(?:new|los|las|san|santa|saint|st\.?|hong|cape|buenos|rio|tel|el|abu|kuala|bad|sankt|the|die|der|das|le|la|les|north|south|east|west|middle|нижний|великий|старый|новый|набережные|большой|ближний)\s|(?:^|\s)(?:news|daily|times|press|post|desk|office|media|online|magazine|zeitung|blog|team|hall|park|valley|county|street|island|estate|city|world|local|sports?|opinion|culture|life|health|новости|пресс-\p{L}+|область|район)(?:\s|$)/iu;
/** Characters of a line that names authors at the end of a text. */
const mostSignature = 150;
/** Lines at the beginning that may name authors. */
const mostNaming = 2;

export function isSignedLine(line: string): boolean {
  return signedLine.test(line);
}

/** The names of a line that has nothing but a date beside them. */
export function signedBy(line: string): readonly string[] {
  const forms = [byLine, readingLine, labelledPart, timedLine];
  const names =
    besideDate(line, besideSign) ??
    besideDate(line, bars) ??
    forms.map(form => form.exec(line)).find(match => match !== null)?.groups?.['names'];
  const [first, ...others] = names === undefined ? [] : peopleIn(names);
  return first !== undefined && isPersonalName(first) ? [[first, ...others.filter(isPersonalName)].join(', ')] : [];
}

/** The names of a line with names and a date alone: "Ann Lee — 27 November 2026". Beside a bar each begins with a given name. */
function besideDate(line: string, sign: RegExp): string | undefined {
  if (line.length > mostSignature || !/\d/.test(line)) return undefined;
  const parts = line.split(sign);
  const [names, ...others] = parts.filter(part => !/\d/.test(part));
  if (names === undefined || others.length > 0 || noAuthor.test(names)) return undefined;
  const isGiven = (name: string) => sign !== bars || isGivenName(name.split(/[\s-]/, 1)[0]!) || /^\p{Lu}\./u.test(name);
  const people = peopleIn(names);
  const isNames =
    people.every(name => isPersonalName(name) && isGiven(name)) && !names.toLowerCase().split(/\s/).some(isGenericNoun);
  return isNames && isDatedLine(parts.filter(part => part !== names).join(' ')) ? names : undefined;
}

interface Signed {
  readonly page: PageBlocks;
  readonly blocks: readonly Block[];
}

/** The line under a text that names its authors: "Text by Ann Lee", or a name that is set apart from the text. */
export function signatureOf({ page, blocks }: Signed): Block | undefined {
  const last = blocks.at(-1);
  if (last === undefined) return undefined;
  const at = page.blocks.indexOf(last);
  return [at, at + 1].filter(i => isSigning(page, i)).map(i => page.blocks[i]!)[0];
}

function isSigning({ blocks, elements }: PageBlocks, index: number): boolean {
  const [nearest, line] = [blocks[index - 1], blocks[index]];
  const before = nearest !== undefined && isPageNumbers(nearest.text) ? blocks[index - 2] : nearest;
  if (before === undefined || line === undefined || !isLine(line)) return false;
  if (!sentenceEnd.test(before.text) && before.kind !== 'item') return false;
  if (isSignedLine(line.text) || signedBy(line.text).length > 0) return isNaming(line);
  const { node } = elements[line.element]!;
  if (isSignature(node)) return true;
  const name = line.text.replace(/^[—–-]\s/, '');
  return isPersonalName(name) && (name !== line.text || hasCapitals.test(name) || isSetApart(node, name));
}

const signatureNames = /(?:^|[\s_-])(?:sign(?:ed|ature)?|podpis|firma|unterschrift)(?:$|[\s_-])/i;

/** Whether an element has the name under a text, by its class: under a picture are other names. */
export function isSignature(node: TreeNode): boolean {
  if (!signatureNames.test(attributeOf(node, 'class') ?? '') || isBehindPicture(node)) return false;
  const people = peopleIn(textIn(node, mostSignature));
  return people.length > 0 && people.every(name => isPersonalName(name) && /\p{Ll}/u.test(name));
}

/** The blocks of an article without its headline, the lines that name its authors first, and its signature (`signatureOf`). */
export function articleBody(
  { blocks }: Pick<Signed, 'blocks'>,
  headline: string,
  signature: Block | undefined,
): readonly Block[] {
  const body = behindHeadline(
    blocks.filter(block => block !== signature),
    headline,
  );
  const first = body.findIndex((block, at) => at === mostNaming || !isNaming(block));
  return first <= 0 ? body : body.slice(first);
}

function isNaming(line: Block): boolean {
  const { text } = line;
  return isLine(line) && (isSignedLine(text) || signedBy(text).length > 0) && peopleIn(text).length > 0;
}

/** A short paragraph, or a line that breaks part from the text around it, also in the cell of a layout. */
function isLine({ text, kind, isLine: isBroken }: Block): boolean {
  return text.length <= mostSignature && (kind === 'paragraph' || (kind === 'cell' && isBroken));
}
