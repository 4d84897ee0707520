import { attributeOf, type TreeNode } from '../../../../domain/html/tree-node.ts';
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

const legalWords = new RegExp(
  [
    '©|\\(c\\)\\s*(?:19|20)\\d\\d|\\bcopyright\\b|all rights reserved|alle rechte vorbehalten|tous droits réservés',
    'this material may not be (?:published|reproduced)|все права (?:защищены|принадлежат)|использование материалов',
    'при (?:полном или частичном )?(?:использовании|перепечатке|цитировании|копировании)|перепечатка',
    'администрация (?:сайта|портала|ресурса)[^.]{0,40}не нес[её]т|свидетельство о регистрации|зарегистрирован[оа]? (?:в )?(?:роскомнадзор|федеральн)',
  ].join('|'),
  'i',
);
const mostLegal = 600;

/** Whether a line is about copyright or the law and not of the article. */
export function isLegalLine(text: string): boolean {
  return text.length < mostLegal && legalWords.test(text);
}

/** Characters of a line that says what follows it. */
const mostMark = 60;
const relatedMark = new RegExp(
  `^(?:${[
    '(?:смотрите|читайте|см\\.?) (?:также|ещё|еще)|(?:(?:материалы|новости|статьи|ещё|еще) )?по теме|похожие (?:материалы|новости|статьи)',
    'see also|read (?:also|more)|related (?:articles|stories|news|links|posts|content)|more on this|more (?:[\\w-]+ ){0,2}stories',
    'lesen sie auch|mehr zum thema|(?:à )?lire aussi|lees ook|läs (?:också|även)|les også|læs også|lue myös|leggi anche',
    'le(?:e|er|a|ia) también|lee además|le[ri]a também|leia mais|czytaj (?:także|też|również|więcej)|zobacz (?:też|także)|čtěte také',
    'přečtěte si|citește și|читайте також|більше по темі',
  ].join('|')})\\s*:?$`,
  'iu',
);

/** Whether a line says that other articles are listed behind it. */
export function isRelatedMark(text: string): boolean {
  return text.length < mostMark && relatedMark.test(text);
}

/** Words of who offers the rest of an article to subscribers. */
export const paywallWords = new RegExp(
  [
    '(?:subscribe|sign up|log in|sign in|register) (?:now )?to (?:continue|read|keep reading|unlock)|already a (?:subscriber|member)\\?',
    'this (?:article|content|story) is (?:only )?(?:for|available to|exclusive to|reserved for) (?:our )?(?:paying )?(?:subscribers|members)',
    "you(?:’|'| ha)ve (?:reached|read|used)[^.]{0,30}(?:limit|all)[^.]{0,20} free (?:articles|stories)|read your last free (?:article|story)|to (?:keep|continue) reading,? (?:please )?(?:subscribe|become|sign|log|join)",
    'доступ(?:ен|на|но|ны) (?:только |лишь )?(?:по подписке|для подписчиков|(?:платным )?подписчикам)|(?:оформите|купите) подписку|осталось прочитать',
    'чтобы (?:дочитать|прочитать|читать|продолжить чтение)(?: материал| статью| текст)?(?: (?:далее|полностью|полный|до конца)|,)',
    'доступн[аоиій]+ (?:лише|тільки) (?:за передплатою|для передплатників|передплатникам)|оформіть (?:перед)?плату|щоб (?:дочитати|прочитати|читати) (?:далі|повністю|матеріал|статтю)',
    'weiterlesen mit|mit \\S+ weiterlesen|jetzt (?:weiterlesen|freischalten)|(?:nur|exklusiv) für (?:unsere )?abonnent|(?:um|zum) (?:diesen artikel |den artikel )?(?:weiterzulesen|weiterlesen)|(?:sie haben|haben sie) bereits ein abo|(?:bereits|schon) (?:abonnent|registriert)[a-z:*]{0,9}\\?|(?:ganzen|vollständigen|kompletten) artikel (?:lesen\\?|nur mit)',
    "réservée?s? (?:à nos|aux) abonné|pour (?:lire|découvrir) la suite|(?:vous reste|vous reste à lire) [\\d.,]{1,6}\\s?%|reste [\\d.,]{1,6}\\s?% (?:de cet article )?à lire|abonnez-vous pour (?:lire|continuer)|déjà abonnée?|accéder à l[’'](?:intégralité|ensemble) de (?:cet|l[’'])",
    '(?:contenido exclusivo|solo) para (?:nuestros )?suscriptores|suscríbete para (?:seguir|leer|continuar)|contenuto riservato agli abbonati|abbonati per (?:leggere|continuare)',
    '(?:tylko|dostęp) dla prenumeratorów|pozostało \\d+\\s?% (?:artykułu|tekstu)|alleen voor abonnees|word abonnee om',
  ].join('|'),
  'i',
);

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
const services = [
  'share(?: (?:this|on|via)(?: \\p{L}+)?)?|print(?: (?:this(?: \\p{L}+)?|version))?|e-?mail(?: this)?|tweet|поделиться(?: [\\p{L} ]{0,30})?',
  '(?:версия для печати|распечатать|печать)|поширити|надрукувати|версія для друку|drucken|teilen|artikel (?:drucken|teilen)|imprimer|partager(?: [\\p{L} ]{0,30})?',
  'imprimir|compartir(?: [\\p{L} ]{0,30})?|stampa|condividi|drukuj|udostępnij',
].join('|');
const serviceLine = new RegExp(
  `^(?:(?:${readers})\\s*[:—–-]?\\s*\\d[\\d\\s.,]*(?:\\p{L}{1,6})?|\\d[\\d\\s.,]*(?:${readers})|(?:${services})(?:\\s*[|·•,/]\\s*(?:${services}))*)\\s*:?$`,
  'iu',
);

/** Whether a line counts the readers of a page, or lets them print and share it. */
export function isServiceLine(text: string): boolean {
  return text.length < mostMark && serviceLine.test(text);
}

const strayLine = new RegExp(
  [
    '^[-–—\\s[(]*(?:advertisement|anzeige|werbung|реклама|publicité|publicidade?|pubblicità|reklama|advertentie|annonse?|reklam|mainos|διαφήμιση|hirdetés|publicitate)[-–—\\s:\\])]*$',
    '^(?:your|dein|ihr) browser (?:does not|doesn.t|unterstützt) [^.]{0,40}\\.?$|^(?:listen to|hear) this (?:article|story)\\b',
    '^(?:ca\\.? ?|~ ?)?\\d{1,3} ?(?:min(?:ute[sn]?|uti|utos)?\\.?|мин(?:ут\\p{L}*)?\\.?|хв\\.?) ?(?:read|lesezeit|de lecture|de lectura|di lettura|de leitura|чтения|читання|czytania|leestijd|läsning)$',
    '^(?:reading time|lesezeit|temps de lecture|tiempo de lectura|tempo di lettura|tempo de leitura|время (?:чтения|на чтение)|час читання|czas czytania|leestijd)\\s*:?\\s*(?:ca\\.? ?|~ ?)?\\d{1,3} ?\\p{L}*\\.?$',
  ].join('|'),
  'iu',
);

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

/** Characters of a line that calls on readers. */
const mostCall = 800;
const readerCall = new RegExp(
  [
    '^follow .{1,60} on (?:google news|.{1,60} for the latest )|^(?:got|have) (?:a|any) (?:story|news|tips?)\\b|(?:responses|antworten) (?:to this entry|zu diesem eintrag) ',
    '^(?:for|want) more (?:stories|news) like this|protected by recaptcha|^(?:did you (?:like|enjoy)|enjoyed) this (?:article|story)',
    '^(?:sign up|subscribe) (?:to|for) (?:our|the) [^.!?]{0,60}newsletter|^(?:follow|find|join) us on|^please keep your comments',
    '^hat ihnen (?:dieser|der) (?:artikel|beitrag) gefallen|^(?:folgen sie|folgt|folge) uns (?:auf|bei)|^abonnieren sie (?:unseren|den) [^.!?]{0,40}newsletter',
    '^bitte (?:achten|beachten) sie[^.!?]{0,30} kommentare|^подпи(?:сывайтесь|шитесь) на (?:наш|нас|канал|telegram|телеграм)|^читайте нас (?:в|на)',
    '^(?:нашли|заметили|увидели) (?:ошибку|опечатку)|^если вы (?:нашли|заметили|обнаружили) (?:ошибку|опечатку)|^присылайте (?:свои|ваши|нам)',
    '^(?:vous avez aimé|avez-vous aimé) cet article|^suivez-nous sur|^inscrivez-vous à (?:notre|la) newsletter|^s[íi]guenos en|^suscr[íi]bete a',
    '^(?:found|spotted|noticed|see) an? (?:mistake|error|typo)|ctrl ?\\+ ?enter|^this summary was (?:created|generated|written) (?:by|with)',
    '^seguici su|^iscriviti alla|^siga-nos|^volg ons op|^obserwuj nas|^підписуйтесь на|^приєднуйтесь до',
  ].join('|'),
  'i',
);

/** Whether a line calls on readers to follow, support or write to the site: it is no end of a text. */
export function isReaderCall(text: string): boolean {
  return text.length < mostCall && readerCall.test(text);
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
