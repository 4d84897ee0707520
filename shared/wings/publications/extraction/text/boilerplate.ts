import { attributeOf, type TreeNode } from '../../../../domain/html/tree-node.ts';
import words from './boilerplate-words.json' with { type: 'json' };
import { consentManagers } from './consent.ts';

/** Words in classes and ids of what is on a page beside its article. */
const besideWords = wordSet(
  'ad ads adv advert advertisement advertising adsense banner banners sponsor sponsored promo promotion promoted',
  'outbrain taboola assessment playlist coment coments comment comments commentlist disqus respond reply replies',
  'discussion forum feedback share shares sharing sharebar sharedaddy social socials addthis likes like follow followus',
  'twitter facebook vk related relatedposts recommend recommended recommendation recommendations more readmore morenews',
  'seealso popular trending mostread teaser teasers recirc recirculation suggested similar also hot nav navi navbar',
  'navigation menu menus submenu breadcrumb breadcrumbs crumbs pager pagination paging sitemap topnav sidebar aside rail',
  'widget widgets footer foot bottom copyright copy disclaimer legal newsletter subscribe subscription signup login',
  'register registration auth cookie cookies consent gdpr popup modal overlay meta metadata byline author authors date',
  'dateline time timestamp pubdate published posted info tags taglist tagcloud keywords labels rubric caption captions',
  'credit credits gallery slideshow carousel slider media photo thumb thumbnail search print tools toolbar tool rating',
  'rate vote poll voting counter stat stats hidden skip noprint donate cta',
);
/** An element whose name ends so holds the page: `comments_page_wrapper`. */
const wrappingWords = wordSet('wrapper wrap container page body main layout');
/** A name that begins so says what the element has or lacks: `has-sidebar`. */
const havingWords = wordSet('has with without no');
const besideRoles = wordSet('navigation banner contentinfo complementary search menu menubar alert tablist toolbar');
const besideTags = wordSet('nav aside footer menu form fieldset marquee');
/** Characters of a class or an id. A longer one names nothing. */
const mostNames = 300;

function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}

/** Place of an element by its tag, role, class, id or style: above the page, whatever its share of it, beside the article, or other. */
export type Standing = 'above' | 'beside' | 'other';

export function standingOf(node: TreeNode): Standing {
  // A quotation of a message has the class of its network.
  if (node.name === 'blockquote') return 'other';
  let standing: Standing = node.name === 'dialog' ? 'above' : besideTags.has(node.name) ? 'beside' : 'other';
  for (const { name, value } of node.attributes) {
    const told = standingBy(name, value);
    if (told === 'above') return told;
    if (told === 'beside') standing = told;
  }
  return standing;
}

function standingBy(name: string, value: string): Standing {
  if (value.length > mostNames) return 'other';
  if (name === 'class' || name === 'id') return namesStanding(value);
  if (name === 'role')
    return /^(?:alert)?dialog$/i.test(value) ? 'above' : besideIf(besideRoles.has(value.toLowerCase()));
  if (name === 'aria-modal') return value === 'true' ? 'above' : 'other';
  if (name === 'aria-hidden') return besideIf(value === 'true');
  return besideIf(isCommentItem(name, value) || (name === 'style' && /visibility\s*:\s*hidden/i.test(value)));
}

function besideIf(isBeside: boolean): Standing {
  return isBeside ? 'beside' : 'other';
}

const commentNames =
  /(?:^|\s)(?:comments?|comment-?list|comments?-(?:area|section|block|list)|disqus_thread|respond)(?:\s|$)/i;

/** As microdata names a reader's comment. */
function isCommentItem(name: string, value: string): boolean {
  return name === 'itemprop' ? value === 'comment' : name === 'itemtype' && value.endsWith('/Comment');
}

/** Whether an element holds readers' comments and nothing else. */
export function isComments(node: TreeNode): boolean {
  return node.attributes.some(
    ({ name, value }) =>
      ((name === 'id' || name === 'class') && value.length <= mostNames && commentNames.test(value)) ||
      isCommentItem(name, value),
  );
}

/** Whether an element is that of a manager of consent. */
export function isConsent(node: TreeNode): boolean {
  return node.attributes.some(
    ({ name, value }) =>
      (name === 'class' || name === 'id') && value.length <= mostNames && namesStanding(value) === 'above',
  );
}

/** Whether an element holds no text of an article, whatever is in it. */
export function isNeverText(node: TreeNode): boolean {
  return besideTags.has(node.name) || isComments(node) || standingOf(node) === 'above';
}

/** Answers for names that were seen: templates use the same few again and again. */
const known = new Map<string, Standing>();
const mostKnown = 5_000;

function namesStanding(names: string): Standing {
  const answer = known.get(names);
  if (answer !== undefined) return answer;
  const isBesideName = (parts: readonly string[]) =>
    parts.some(part => besideWords.has(part)) && !wrappingWords.has(parts.at(-1)!) && !havingWords.has(parts[0]!);
  const isNamedBeside = names.split(/\s+/).some(name => isBesideName(partsOf(name)));
  const found = consentManagers.test(names) ? 'above' : besideIf(isNamedBeside);
  if (known.size >= mostKnown) known.clear();
  known.set(names, found);
  return found;
}

/** `relatedNews-list_2` is related, news, list. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

const legalWords = new RegExp(words.legalWords.join('|'), 'i');
const mostLegal = 600;

/** Whether a line is about copyright or the law and not of the article. */
function isLegalLine(text: string): boolean {
  return text.length < mostLegal && legalWords.test(text);
}

/** Characters of a line that says what follows it. */
const mostMark = 60;
const relatedMark = new RegExp(`^(?:${words.relatedMark.join('|')})\\s*:?$`, 'iu');

/** Whether a line says that other articles are listed behind it. */
export function isRelatedMark(text: string): boolean {
  return text.length < mostMark && relatedMark.test(text);
}

const summaryMark = new RegExp(`^(?:${words.summaryMark.join('|')})`, 'iu');

/** Whether a line says that a program wrote the summary behind it. */
export function isSummaryMark(text: string): boolean {
  return text.length < mostMark && summaryMark.test(text);
}

/** Words of who offers the rest of an article to subscribers. */
export const paywallWords = new RegExp(words.paywallWords.join('|'), 'i');

/** Whether a line offers the rest of an article to subscribers. */
export function isOfferMark(text: string): boolean {
  return text.length < mostMark && paywallWords.test(text);
}

const mostCredit = 80;

/** Whether a line names who made a picture, and is no sentence. */
export function isCreditLine(text: string): boolean {
  return text.length < mostCredit && /^(?:фото|photo|foto)[\s:]/i.test(text) && !/[.!?]$/.test(text);
}

const readers =
  'просмотр(?:ов|ы)|прочитано|прочтений|переглядів|(?:page )?views|hits|reads|gelesen|aufrufe|vues|lectures|lecturas|visitas|visite|letture|wyświetle(?:ń|nia)|odsłony?';
const services = words.services.join('|');
const serviceLine = new RegExp(
  `^(?:(?:${readers})\\s*[:—–-]?\\s*\\d[\\d\\s.,]*(?:\\p{L}{1,6})?|\\d[\\d\\s.,]*(?:${readers})|(?:${services})(?:\\s*[|·•,/]\\s*(?:${services}))*)\\s*:?$`,
  'iu',
);

/** Whether a line counts the readers of a page, or lets them print and share it. */
export function isServiceLine(text: string): boolean {
  return text.length < mostMark && serviceLine.test(text);
}

const strayLine = new RegExp(words.strayLine.join('|'), 'iu');

/** Whether a line between paragraphs is none of the text: the label of an advertisement, the time of reading, the regret of a player. */
export function isStrayLine(text: string): boolean {
  return text.length < mostMark && strayLine.test(text);
}

/** Whether a line leads to the parts of an article: "Pages: 1 2 3". */
export function isPageNumbers(text: string): boolean {
  return /^(?:страниц[аы]|сторінк[аи]|pages?|seiten?|p[áa]ginas?|pagine|strony)\s*:?(?:\s*[|[(]?\s*\d{1,3}\s*[\])|]?){2,40}$/iu.test(
    text,
  );
}

/** Boxes for newsletters, donations and applications, also between paragraphs. */
const boxCall = new RegExp(words.boxCall.join('|'), 'i');
/** Characters of a line that calls on readers. */
const mostCall = 800;
const readerCall = new RegExp(words.readerCall.join('|'), 'i');

/** Whether a line calls on readers to follow, support or write to the site: it is no end of a text. */
export function isReaderCall(text: string): boolean {
  return text.length < mostCall && (readerCall.test(text) || boxCall.test(text));
}

/** Characters of a box between paragraphs. */
const mostBetween = 250;

/** Whether a line is no text of an article wherever it is: about the law, of numbers of pages, or a box for readers. */
export function isNoText(text: string): boolean {
  return isLegalLine(text) || isPageNumbers(text) || (text.length < mostBetween && boxCall.test(text));
}

const commentMark =
  /^[\W\d]*(?:(?:оставить|добавить|написать|все|ваши|читать) )?комментари|^[\W\d]*(?:leave a |post a |add a )?(?:comments?|reply)\b[^a-z]*$|^обсуждение|^отзывы|^[\W\d]*(?:kommentare?|commentaires?|comentarios?|commenti)(?![a-zäöü])/i;

/** Whether a short line says that readers' comments follow. */
export function isCommentMark(text: string): boolean {
  return text.length < mostMark && commentMark.test(text);
}

const articleNames = /\b(?:article|entry|post|story)[-_]?(?:body|content|text)\b/i;

/** Whether a page calls an element its article. */
export function isArticleElement(node: TreeNode): boolean {
  if (node.name === 'article' || attributeOf(node, 'itemprop')?.includes('articleBody')) return true;
  return ['class', 'id'].some(name => {
    const value = attributeOf(node, name);
    return value !== undefined && value.length <= mostNames && articleNames.test(value);
  });
}
