/** Classes and ids of the managers of consent that sites use. */
export const consentManagers =
  /(?:^|\s)(?:onetrust|ot-sdk|qc-cmp|fc-(?:consent|dialog)|sp_message|didomi|cmpbox|cmp-(?:container|modal|wrapper)|usercentrics|truste|cybotcookiebot|cookiebot|borlabs|cky-|iubenda|klaro|tarteaucitron|cc-window|cookie-?(?:banner|consent|notice|wall|law|popup)|gdpr-|consent-?(?:banner|dialog|wall|manager|modal|layer))/i;
const consentWords =
  /\b(?:our|its|bis zu|unsere|nos) (?:\d+ )?(?:partners?|partner(?:n|s)?|partenaires)\b|personal data|personenbezogene|données personnelles|datos personales|персональны[ехм]|\bcookies?\b|tracking|zustimmung|einwilligung|consent(?:ement|imiento)?\b|согласи[ея] на|privacy (?:policy|cent(?:er|re))|datenschutzerklärung|mit werbung|ohne werbung|legitimate interest|cookie-?(?:beleid|richtlinie|policy)|polí?tica de (?:privacidade?|cookies)|informativa sulla privacy|polityk[aię] prywatności|(?<!\p{L})(?:akkoord|accepteren|toestemming|concordas?|aceptas?|aceitar?|aceptar|accetta(?:re)?|akceptu\p{L}{1,4}|zgod[aęy])(?!\p{L})|technologies similaires|tecnolog[ií]as s(?:emelhantes|imilares)|tecnologie simili|vergelijkbare technieken/giu;

/** Characters of a wall. */
const mostWall = 5_000;
/** Characters of a text for each of these words at most: a text of consent speaks of nothing else. */
const perWord = 130;
const leastWords = 3;
/** Characters of three words of consent: the shortest is "cookie". */
const leastText = 20;

/** Pronouns of the speaker and of the reader of a request for consent. */
const address =
  /(?<![\p{L}])(?:we|our|you|your|wir|uns(?:ere?)?|sie|ihre?|nous|nos|vous|votre|nosotros|usted|noi|nostri|wij|onze|uw?|nossos?|nossas?|você|utilizamos|usamos|nuestr[oa]s?|tus?|utilizziamo|nostro|używamy|nasz\p{L}*|мы|наши|вы|вас|ваш\p{L}*)(?![\p{L}])/iu;

/** Whether a paragraph requests consent and speaks of nothing else. `title`: a page that is called so reports on it. */
export function isConsentParagraph(text: string, title: string): boolean {
  return isConsentText(text) && address.test(text) && title.search(consentWords) < 0;
}

/** Whether a text is a request for consent. */
export function isConsentText(text: string): boolean {
  if (text.length > mostWall || text.length < leastText) return false;
  const words = text.match(consentWords)?.length ?? 0;
  return words >= leastWords && words * perWord >= text.length;
}
