/** Links that end a session: a crawl that was let in does not follow them. */

const plain = `(?:user)?(?:log|sign)[-_ ]?(?:out|off)|end[-_ ]?session|abmelden|ausloggen|afmelden|uitloggen|wyloguj|d[eé]connexion|se[-_ ]d[eé]connecter|cerrar[-_ ]sesi[oó]n|terminar[-_ ]sess[aã]o|logga[-_ ]ut|logg?[-_ ]u[dt]|kirjaudu[-_ ]ulos|logi[-_ ]v[aä]lja|odhl[aá]si[tť]|odjava|kijelentkez[eé]s|deconectare|oturumu[-_ ]kapat`;
/** They may be the name of a page, so only the last segment counts. */
const last =
  'exit|quit|esci|salir|sair|выход|выйти|вийти|вихід|изход|выйсці|завершить[-_ ]сеанс|çıkış|αποσύνδεση|退出|退出登录|登出|注销|ログアウト|로그아웃|התנתק|تسجيل الخروج';
const whole = new RegExp(String.raw`^(?:.*[.:_])?(?:${plain})(?:\.\w{1,5})?$`, 'iu');
const lastSegment = new RegExp(String.raw`^(?:${last})(?:\.\w{1,5})?$`, 'iu');
/** Words may follow: `(amy)`, `of all devices`, `yap`. */
const text = new RegExp(
  String.raw`^(?:${plain}|${last})(?:\s*[(:].{0,60}|\s+(?:of|from|из|aus|z|från)\s.{0,40}|\s+(?:yap|się|se|sa))?$`,
  'iu',
);
const aroundText = /^[^\p{L}]+|[^\p{L})]+$/gu;
/** Of an address, an attribute, a text: longer ones are no commands. */
const longest = 100;

/** By a segment of the path, or by a name or value in the query: `/user/logout`, `?action=logout`. */
export function isLogoutAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const segments = url.pathname
    .split('/')
    .filter(segment => segment !== '')
    .map(decoded);
  if (segments.some(isCommand) || isShort(segments.at(-1), lastSegment)) return true;
  return [...url.searchParams].some(([name, value]) => isCommand(name) || isCommand(value));
}

/** By the text of a link. */
export function isLogoutText(anchor: string): boolean {
  return isShort(anchor.replace(aroundText, ''), text);
}

function isCommand(word: string): boolean {
  return isShort(word, whole);
}

function isShort(word: string | undefined, form: RegExp): boolean {
  return word !== undefined && word.length <= longest && form.test(word);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
