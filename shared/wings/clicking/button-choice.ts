import type { Button } from './traversal-driver.ts';

/**
 * Words on buttons that change something for the person who presses them: leaving, deleting, buying, unsubscribing,
 * paying. A word of the text begins so; where the entry ends with `|`, it ends so too.
 */
const dangerousWords = [
  ...['log out|', 'logout|', 'log off|', 'logoff|', 'sign out|', 'signout|', 'delete', 'remove', 'destroy', 'erase'],
  ...'buy|; buy now; purchase; order now; place order; checkout; pay|; pay now; donate; unsubscribe'.split('; '),
  ...'subscribe|; deactivate; cancel account; close account; выйти; выход|; удалить; удаление; стереть'.split('; '),
  ...'купить; заказать; оформить заказ; оплат; пожертвова; отписаться; подписаться; abmelden; löschen'.split('; '),
  ...['kaufen', 'bezahlen', 'déconnexion', 'se déconnecter', 'supprimer', 'acheter', 'payer|', 'cerrar sesión'],
  ...['eliminar', 'borrar', 'comprar', 'pagar|', 'esci|', 'elimina|', 'acquista', 'wyloguj', 'usuń', 'kup|', 'вийти'],
  ...['видалити', 'купити', '退出', '注销', '删除', '购买', '支付'],
];

/** Words on buttons that give a consent, in the same form: such buttons are pressed last. */
const consentWords = [
  ...['accept', 'agree|', 'allow|', 'allow all', 'i consent', 'got it', 'принять', 'принимаю', 'соглас', 'разрешить'],
  ...['akzeptieren', 'zustimmen', 'accepter', 'aceptar', 'accetta'],
];

/** The text with one blank between words, in lower case. */
function plainText(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim();
}

const wordCharacter = /[\p{L}\p{N}]/u;

function hasWord(text: string, entries: readonly string[]): boolean {
  return entries.some(entry => {
    const whole = entry.endsWith('|');
    const word = whole ? entry.slice(0, -1) : entry;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const begins = at === 0 || !wordCharacter.test(text[at - 1]!);
      const ends = !whole || !wordCharacter.test(text[at + word.length] ?? '');
      if (begins && ends) return true;
    }
    return false;
  });
}

/** Whether a press could do harm: the button is reported and not pressed. `more`: words of the user's own. */
export function isDangerous(text: string, more: readonly string[] = []): boolean {
  const plain = plainText(text);
  return (
    hasWord(plain, dangerousWords) ||
    hasWord(
      plain,
      more.map(plainText).filter(word => word !== ''),
    )
  );
}

/** Whether a request for it would end a session or destroy something: one of these is a whole segment or value. */
export function isDangerousAddress(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  const words = [...pathname.split('/'), ...searchParams.keys(), ...searchParams.values()];
  return words.some(word => dangerousSegment.test(word));
}

const dangerousSegment = /^(log|sign)[-_]?(out|off)(\.\w+)?$|^(delete|remove|destroy|unsubscribe)$/i;

export function givesConsent(text: string): boolean {
  return hasWord(plainText(text), consentWords);
}

/** Levenshtein's distance of the first 60 characters (UTF-16 units) of two texts. */
export function editDistance(a: string, b: string): number {
  const [short, long] = [a.slice(0, 60), b.slice(0, 60)].sort((x, y) => x.length - y.length) as [string, string];
  let row = Array.from({ length: short.length + 1 }, (_, i) => i);
  for (let j = 1; j <= long.length; j += 1) {
    const next = [j];
    for (let i = 1; i <= short.length; i += 1) {
      const replaced = row[i - 1]! + (short[i - 1] === long[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[i]! + 1, next[i - 1]! + 1));
    }
    row = next;
  }
  return row[short.length]!;
}

/**
 * Which of these buttons is pressed next (article, "Эвристика выбора кнопки"): the one with the text of the last press
 * where `sameTextFirst`, otherwise by priority, then by how little its text differs from the last one, then by its place
 * in the document.
 */
export function chooseButton(
  open: readonly Button[],
  lastText: string | undefined,
  sameTextFirst: boolean,
): Button | undefined {
  if (lastText !== undefined && sameTextFirst) {
    const same = open.find(button => button.text === lastText);
    if (same !== undefined) return same;
  }
  let best: { readonly button: Button; readonly distance: number } | undefined;
  for (const button of open) {
    if (best !== undefined && button.priority > best.button.priority) continue;
    const distance = lastText === undefined ? 0 : editDistance(button.text, lastText);
    if (best === undefined || button.priority < best.button.priority || distance < best.distance) {
      best = { button, distance };
    }
  }
  return best?.button;
}
