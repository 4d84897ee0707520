import { unescaped } from '../../url/url-parts.ts';

/** Links that end a session: a crawl that was let in does not follow them. */

const plain = `(?:user)?(?:log|sign)[-_ ]?(?:out|off)|end[-_ ]?session|abmelden|ausloggen|afmelden|uitloggen|wyloguj|d[eé]connexion|se[-_ ]d[eé]connecter|cerrar[-_ ]sesi[oó]n|terminar[-_ ]sess[aã]o|logga[-_ ]ut|logg?[-_ ]u[dt]|kirjaudu[-_ ]ulos|logi[-_ ]v[aä]lja|odhl[aá]si[tť]|odjava|kijelentkez[eé]s|deconectare|oturumu[-_ ]kapat`;
/** They may be the name of a page, so only the last segment counts. */
const last =
  'exit|quit|esci|salir|sair|выход|выйти|вийти|вихід|изход|выйсці|завершить[-_ ]сеанс|çıkış|αποσύνδεση|退出|退出登录|登出|注销|ログアウト|로그아웃|התנתק|تسجيل الخروج';
/** Words around the command: `casLogout`, `saml2-logout`, `signout-oidc`, `LogoutServlet`. */
const before =
  'sso|saml2?|cas|oidc|oauth2?|openid|ws?|pkms|auth|user|account|member|admin|global|single|local|(?:front|back)[-_]?channel|do|j|my';
const behind = 'all|everywhere|service|servlet|confirm(?:ation)?|oidc|action|user|handler|cleanup|process|1\\.0';
const whole = new RegExp(
  String.raw`^(?:.*[.:_])?(?:(?:${before})[-_ ]?){0,2}(?:${plain})(?:[-_ ]?(?:${behind})){0,2}(?:\.\w{1,5})?$`,
  'iu',
);
const lastSegment = new RegExp(String.raw`^(?:[\p{L}_]{1,30}:)?(?:${last})(?:\.\w{1,5})?$`, 'iu');
/** Single logout of SAML. `/slo/` alone is Slovenian. */
const single = /^(?:init)?(?:slo|sls)(?:\.\w{1,5})?$/i;
const signOn = /saml|shib|sso|idp|adfs|cas|oauth|oidc|auth|login/i;
const endOfSession =
  /^(?:user[-_]?)?sess(?:ion)?s?[-_/]?(?:destroy|delete|end|kill|close|terminate|clear)$|^(?:destroy|delete|end|kill|close|terminate|clear)[-_/](?:user[-_])?sess(?:ion)?s?$/i;
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
    // Java has its session behind `;`, Jira a command behind `!`.
    .map(segment => unescaped(segment).replace(/[;!].*$/s, ''));
  if (segments.some(isCommand) || isShort(segments.at(-1), lastSegment)) return true;
  const isSingle = segments.some(
    (each, at) => isShort(each, single) && segments.slice(0, at).some(one => signOn.test(one)),
  );
  if (isSingle || isShort(segments.slice(-2).join('/'), endOfSession) || isShort(segments.at(-1), endOfSession))
    return true;
  return [...url.searchParams].some(
    ([name, value]) => isCommand(name) || isCommand(value) || isShort(name, single) || isLogoutRoute(name, value),
  );
}

/** Where a login leads afterwards: `?next=/logout`. */
const later = /ret|next|back|redir|contin|dest|url|goto|ref|from|target/i;

/** A path in the query, as sites have it that are one script: `?route=account/logout`, `?r=site/logout`. */
function isLogoutRoute(name: string, value: string): boolean {
  const segments = value.split('/').filter(segment => segment !== '');
  if (!value.includes('/') || later.test(name) || value.length > longest) return false;
  return isCommand(segments.at(-1) ?? '') || isShort(segments.slice(-2).join('/'), endOfSession);
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
