import type { TreeNode } from '../../../../domain/html/tree-node.ts';

/** Classes and ids of the managers of consent that sites use. */
const managers =
  /(?:^|\s)(?:onetrust|ot-sdk|qc-cmp|fc-(?:consent|dialog)|sp_message|didomi|cmpbox|cmp-(?:container|modal|wrapper)|usercentrics|truste|cybotcookiebot|cookiebot|borlabs|cky-|iubenda|klaro|tarteaucitron|cc-window|cookie-?(?:banner|consent|notice|wall|law|popup)|gdpr-|consent-?(?:banner|dialog|wall|manager|modal|layer))/i;
/** Characters of names. */
const mostNames = 300;

/** Whether an element asks for consent, whatever its share of the page is. */
export function isConsent(node: TreeNode): boolean {
  return node.attributes.some(
    ({ name, value }) => (name === 'class' || name === 'id') && value.length < mostNames && managers.test(value),
  );
}

/** Whether an element is shown above the page. */
export function isDialog(node: TreeNode): boolean {
  if (node.name === 'dialog') return true;
  return node.attributes.some(
    ({ name, value }) =>
      (name === 'role' && /^(?:alert)?dialog$/i.test(value)) || (name === 'aria-modal' && value === 'true'),
  );
}

const consentWords =
  /\b(?:our|its|bis zu|unsere|nos) (?:\d+ )?(?:partners?|partner(?:n|s)?|partenaires)\b|personal data|personenbezogene|données personnelles|datos personales|персональны[ехм]|\bcookies?\b|tracking|zustimmung|einwilligung|consent(?:ement|imiento)?\b|согласи[ея] на|privacy (?:policy|cent(?:er|re))|datenschutzerklärung|mit werbung|ohne werbung|legitimate interest/giu;

/** Characters of a text for each of these words at most: a text of consent speaks of nothing else. */
const perWord = 130;
const leastWords = 3;

/** Whether a text asks readers for their consent. */
export function isConsentText(text: string): boolean {
  const start = text.slice(0, 3_000);
  const words = start.match(consentWords)?.length ?? 0;
  return words >= leastWords && words * perWord >= start.length;
}
