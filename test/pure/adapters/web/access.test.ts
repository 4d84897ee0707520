import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openWay, proxyLogin } from '../../../../shared/adapters/web/access/proxy.ts';
import {
  credentialsFor,
  isLetIn,
  originsFor,
  referenceOf,
  whoAsks,
  whoOfReference,
} from '../../../../shared/domain/http/access/access.ts';
import { readCookieFile } from '../../../../shared/domain/http/access/cookie-file.ts';
import { readHeaderLine } from '../../../../shared/domain/http/access/header-line.ts';
import { type Challenge, challengeIn, loginAnswer } from '../../../../shared/domain/http/access/login-answer.ts';
import { isLogoutAddress, isLogoutText } from '../../../../shared/domain/http/access/logout.ts';
import { netrcLogin } from '../../../../shared/domain/http/access/netrc.ts';

const now = Date.UTC(2026, 10, 29);

test('cookies.txt, JSON of extensions and of Playwright are read; those of other hosts and expired ones are not', () => {
  const lines =
    '# Netscape\n#HttpOnly_uni.example\tFALSE\t/a\tTRUE\t0\tsid\t1=2\n.uni.example\tTRUE\t/\tFALSE\t4102444800\tb\t\nuni.example\tFALSE\t/\tFALSE\t1\told\tx\nbank.example\tTRUE\t/\tTRUE\t0\tc\td\n';
  const own = { name: 'sid', value: '1=2', domain: 'uni.example', path: '/a', hostOnly: true, secure: true };
  const below = { name: 'b', value: '', domain: 'uni.example', path: '/', expires: 4102444800000 };
  expect(readCookieFile(lines, ['www.uni.example', 'uni.example'], now)).toEqual([below, own]);
  expect(readCookieFile(lines.replaceAll('\n', '\r'), ['uni.example'], now)).toEqual([below, own]);
  const spaced = '\ufeff.uni.example true / false 4102444800 b 1\n#httponly_uni.example false / true 4102444800000 c 2';
  const own2 = { name: 'c', value: '2', domain: 'uni.example', path: '/', hostOnly: true, secure: true };
  const b1 = { ...below, value: '1' };
  expect(readCookieFile(spaced, ['uni.example'], now)).toEqual([b1, { ...own2, expires: 4102444800000 }]);
  const exported: readonly object[] = [
    { name: 'b', value: '1', domain: '.uni.example', path: '/', expiry: 4102444800, httpOnly: true, secure: false },
    { name: 'b', value: '1', domain: '.uni.example', path: '/', expires: 4102444800, session: false, sameSite: 'Lax' },
    { name: 'b', value: '1', domain: '.uni.example', expirationDate: 4102444800, hostOnly: false, storeId: '0', id: 1 },
    { key: 'b', value: '1', domain: 'uni.example', path: '/', expires: '2100-01-01T00:00:00.000Z', hostOnly: false },
    { name: 'b', value: '1', url: 'http://.uni.example:8080/a', path: '/', expires: 4102444800 },
    { name: 'b', value: '1', host: '.uni.example', path: '/', isSecure: 0, expiry: '4102444800000' },
    {
      ...{ 'Host raw': 'https://.uni.example/', 'Name raw': 'b', 'Path raw': '/', 'Content raw': '1' },
      ...{ 'Expires raw': '4102444800', 'Send for raw': 'false', 'This domain only raw': 'false' },
    },
  ];
  for (const each of exported)
    expect(readCookieFile(`\ufeff${JSON.stringify([each])}`, ['uni.example'], now), JSON.stringify(each)).toEqual([b1]);
  const session = [{ name: 'b', value: '1', domain: '.uni.example', path: '/', expires: -1 }];
  expect(readCookieFile(JSON.stringify(session), ['uni.example'], now)).toEqual([{ ...b1, expires: undefined }]);
  const extension = [
    { name: 'sid', value: '1', domain: '.uni.example', hostOnly: false, secure: false, expirationDate: 4102444800.5 },
  ];
  const expected = [{ name: 'sid', value: '1', domain: 'uni.example', path: '/', expires: 4102444800500 }];
  expect(readCookieFile(JSON.stringify(extension), ['cs.uni.example'], now)).toEqual(expected);
  const state = {
    cookies: [
      { name: 'sid', value: '1', domain: 'uni.example', path: '/', expires: -1, secure: true },
      { name: 'odd', value: 'я', domain: 'uni.example' },
    ],
  };
  expect(readCookieFile(JSON.stringify(state), ['uni.example'], now)).toEqual([
    { name: 'sid', value: '1', domain: 'uni.example', path: '/', hostOnly: true, secure: true },
  ]);
  expect(readCookieFile(JSON.stringify(state), ['other.example'], now)).toEqual([]);
  for (const text of ['', 'a=b; c=d', '{', '[]', '{"cookies": 1}', '[null]', '[1]', 'null'])
    expect(readCookieFile(text, ['uni.example'], now), text).toBeUndefined();
});

test('header lines: what belongs to the connection, the request or another option is refused, and no value repeated', () => {
  expect(readHeaderLine('--header', 'X-Api-Key:  a b ')).toEqual(['x-api-key', 'a b']);
  const refused = [
    'Host',
    'Content-Length',
    'Content-Type',
    'Cookie',
    'Range',
    'If-Range',
    'If-None-Match',
    'Connection',
    'TE',
    'Transfer-Encoding',
    'Proxy-Authorization',
    'Upgrade',
    'User-Agent',
    'Accept-Encoding',
    'Expect',
  ];
  for (const name of refused) {
    const fault = readHeaderLine('--header', `${name}: hidden`);
    expect(Array.isArray(fault), name).toBe(false);
    expect(JSON.stringify(fault)).not.toContain('hidden');
  }
  for (const line of ['X', 'X:', ': a', 'X Y: a', 'X: a\r\nY: b', 'X: ü'])
    expect(Array.isArray(readHeaderLine('--header', line)), line).toBe(false);
});

test('Digest answers are those of RFC 7616, section 3.9.1', () => {
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
  const fields = ['SHA-256', 'MD5'].map(
    algorithm =>
      `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
  );
  const asked = { method: 'GET', target: '/dir/index.html', count: 1 };
  const login = { user: 'Mufasa', password: 'Circle of Life' };
  const answer = (challenge: Challenge) => loginAnswer(challenge, login, asked, cnonce);
  expect(answer(challengeIn(fields)!)).toContain(
    'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"',
  );
  expect(answer(challengeIn([fields[1]!, 'Basic realm="x"'])!)).toContain(
    'response="8ca523f5e9506fed4657c9700eebdbec"',
  );
  expect(challengeIn(['Negotiate, Basic realm="a, b"'])).toEqual({ kind: 'basic', realm: 'a, b' });
  expect(challengeIn(['Digest realm="x", nonce="n", algorithm=unknown', 'NTLM'])).toBeUndefined();
  const odd = [
    'Hawk id="1", Digest realm="a, Basic \\"b\\"",nonce=n , qop=auth-int,algorithm="SHA-256" , Other nonce="m", realm=c',
  ];
  expect(challengeIn(odd)).toMatchObject({ realm: 'a, Basic "b"', nonce: 'n', qop: 'auth-int' });
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const ofTarget = hash(`GET:/dir/index.html:${hash('')}`);
  const secret = hash('Mufasa:a, Basic "b":Circle of Life');
  expect(answer(challengeIn(odd)!)).toContain(
    `response="${hash(`${secret}:n:00000001:${cnonce}:auth-int:${ofTarget}`)}"`,
  );
  const hashed = challengeIn(['Digest realm="r", nonce="n", qop="", algorithm=SHA-256, userhash=true'])!;
  expect(answer(hashed)).toMatch(new RegExp(`^Digest username="${hash('Mufasa:r')}", userhash=true, (?!.*qop)`));
  const named = (challenge: string): string =>
    loginAnswer(challengeIn([challenge])!, { user: 'Jäsø (n)', password: '' }, asked);
  expect(named('Digest realm="r", nonce="n", charset=UTF-8')).toContain("username*=UTF-8''J%C3%A4s%C3%B8%20%28n%29,");
  expect(named('Digest realm="r", nonce="n"')).toContain(`username="${Buffer.from('Jäsø (n)').toString('latin1')}"`);
  // A realm of other letters comes as its bytes, one character each.
  const login2 = { user: 'é', password: 'ö' };
  const abroad = loginAnswer(
    challengeIn([`Digest realm="${Buffer.from('Зона').toString('latin1')}", nonce="n", algorithm=SHA-256`])!,
    login2,
    asked,
  );
  expect(abroad).toContain(`response="${hash(`${hash('é:Зона:ö')}:n:${hash('GET:/dir/index.html')}`)}"`);
  const began = performance.now();
  challengeIn([`Digest ${'a="'.repeat(20_000)}`]);
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('secrets go to the origin of the start address, and from http on to https of the same name', () => {
  expect(originsFor('http://a.example/x')).toEqual(['http://a.example', 'https://a.example']);
  expect(originsFor('https://a.example/x')).toEqual(['https://a.example']);
  const access = {
    credentials: [
      { origins: ['https://a.example'], headers: { x: '1' } },
      { origins: ['https://a.example'], headers: { y: '2' }, login: { user: 'u', password: 'p' } },
    ],
  };
  expect(credentialsFor(access, 'https://a.example')).toMatchObject({
    headers: { x: '1', y: '2' },
    login: { user: 'u' },
  });
  for (const other of ['http://a.example', 'https://a.example:8443', 'https://www.a.example'])
    expect(credentialsFor(access, other)).toBeUndefined();
});

test('a reference says who asks, not with which password or session', () => {
  const who = (password: string, user = 'u') =>
    whoAsks({ credentials: [{ origins: ['https://a.example'], headers: {}, login: { user, password } }] });
  expect(who('a')).toBe(who('b'));
  expect(who('a')).not.toBe(who('a', 'v'));
  expect(whoAsks({ credentials: [], network: { proxy: 'http://p.example' } })).toBe('');
  expect(isLetIn({ access: referenceOf('', 'x') })).toBe(false);
  expect(isLetIn({ access: referenceOf('ab'.repeat(32), 'x') })).toBe(true);
  expect(whoOfReference('../../etc/passwd')).toBe(whoOfReference(undefined));
});

test('links that end a session are known by path, query and text; others are not taken for them', () => {
  const out = [
    '/index.php?route=account/logout',
    '/index.php?r=%2Fsite%2Flogout',
    '/?do=session/destroy',
    '/logout',
    '/user/logout/',
    '/wp-login.php?action=logout',
    '/a?do=logout',
    '/index.php?option=u&task=user.logout',
    '/signout.aspx',
    '/Log-Off',
    '/wiki/Special:UserLogout',
    '/j_spring_security_logout',
    '/portal/exit',
    '/%D0%B2%D1%8B%D1%85%D0%BE%D0%B4',
    '/abmelden',
    '/a?logout',
    '/d%C3%A9connexion',
    ...['/saml/slo', '/saml2/idp/initSLO.php', '/idp/profile/SAML2/Redirect/SLO', '/Shibboleth.sso/SLO/Redirect'],
    ...['/simplesaml/saml2/idp/SingleLogoutService.php', '/module.php/saml/sp/saml2-logout.php/default-sp'],
    ...['/index.php?slo', '/auth/saml2/sls', '/SingleLogout', '/adfs/ls/?wa=wsignout1.0', '/?wa=wsignoutcleanup1.0'],
    ...['/cas/logout?service=x', '/casLogout', '/ssologout.do', '/pkmslogout', '/connect/endsession', '/signout-oidc'],
    ...['/oidc/end_session', '/realms/a/protocol/openid-connect/logout', '/openid-connect/frontchannel-logout'],
    ...['/LogoutServlet', '/doLogout', '/logout-all', '/logout.jsp;jsessionid=8A', '/secure/Logout!default.jspa'],
    ...[
      '/sessions/destroy',
      '/session/end',
      '/users/destroy_session',
      '/my.logout.php3',
      '/wiki/%D0%A1:%D0%92%D1%8B%D1%85%D0%BE%D0%B4',
    ],
  ];
  const others = [
    '/login?next=/logout',
    '/?q=news/logout-buttons',
    '/',
    '/blog/outlook',
    '/exit/brexit',
    '/news/how-we-log-outcomes',
    '/catalogue',
    '/login',
    '/signoutside',
    '/a?q=exit',
    ...['/slo/novice', '/slo', '/sl/slo/', '/?lang=slo', '/login?post_logout_redirect_uri=x', '/login?logout_url=x'],
    ...[
      '/blog/how-to-logout',
      '/sessions',
      '/session/5',
      '/conference/sessions/close-reading',
      '/casa/slovenia',
      '/oslo',
    ],
    `/${'logout'.repeat(100)}`,
  ];
  for (const path of out) expect(isLogoutAddress(`https://h.example${path}`), path).toBe(true);
  for (const path of others) expect(isLogoutAddress(`https://h.example${path}`), path).toBe(false);
  const commands = [
    ...['Log out', ' Выйти ', 'Abmelden', 'Logout (amy)', 'Sign out', 'Déconnexion', 'Выход из системы', 'Log out »'],
    ...[
      'Log out of all devices',
      '→ Logga ut',
      'Kirjaudu ulos',
      'Wyloguj się',
      'Sair',
      'Terminar sessão',
      'Odhlásit se',
    ],
    ...[
      'Вийти',
      'Çıkış yap',
      'Logg ut',
      'Log ud',
      '退出登录',
      'ログアウト',
      '로그아웃',
      'Завершить сеанс',
      'Logi välja',
    ],
  ];
  for (const text of commands) expect(isLogoutText(text), text).toBe(true);
  const titles = [
    '',
    'How to log out',
    'Exit polls',
    'Выход в свет книги',
    'Log in',
    'Logout and its discontents',
    '→ 5',
  ];
  for (const text of titles) expect(isLogoutText(text), text).toBe(false);
});

test('.netrc gives the login of its machine, else that of default', () => {
  const text =
    '# machine a.example login no\nmachine a.example login amy password "p w\\"x"\nmachine b.example\n  login bob\n  password machine\ndefault login anna password all\n';
  expect(netrcLogin(text, 'a.example')).toEqual({ user: 'amy', password: 'p w"x' });
  expect(netrcLogin(text, 'b.example')).toEqual({ user: 'bob', password: 'machine' });
  expect(netrcLogin(text, 'c.example')).toEqual({ user: 'anna', password: 'all' });
  expect(netrcLogin('machine a.example login x', 'c.example')).toBeUndefined();
  // Commands of a macro are no logins.
  const macro =
    'machine a.example login amy password p\nmacdef init\n  user login eve password no\n  machine b.example\n\nmachine b.example login bob password q';
  expect(netrcLogin(macro, 'a.example')).toEqual({ user: 'amy', password: 'p' });
  expect(netrcLogin(macro, 'b.example')).toEqual({ user: 'bob', password: 'q' });
});

test.each([
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/8', 'a10.example', false],
  ['10.0.0.0/40', '10.1.2.3', false],
  ['10.0.0.0/8:443', '10.1.2.3', true],
  ['10.0.0.0/8:80', '10.1.2.3', false],
  ['[fd00::]/8:443', 'fd12::1', true],
  ['1.2.3', '10.1.2.3', false],
  ['fd00::/8', 'fd12::1', true],
  ['[fd00::]/8', 'fd12::1', true],
  ['fd00::/8', '10.1.2.3', false],
  ['fe80::1', 'fe80::1', true],
  ['fe80::1', 'fe80::2', false],
  ['[fe80::1]:443', 'fe80::1', true],
  ['[fe80::1]:80', 'fe80::1', false],
  ['uni.example.', 'www.uni.example', true],
  ['uni.example.:443', 'www.uni.example.', true],
  ['*.uni.example', 'www.uni.example', true],
  ['*', 'a.example', true],
  ['uni.example:80', 'uni.example', false],
])('NO_PROXY=%s dials %s: %s', (entry, hostname, isDialled) => {
  const way = openWay({ proxy: 'http://p.example' }, { NO_PROXY: `x.example,${entry}` });
  expect(way!.proxyFor({ hostname, port: 443, secure: true }) === undefined).toBe(isDialled);
});

test('a percent sign in the password of a proxy may stand for itself', () => {
  const sent = (proxy: string) =>
    Buffer.from(proxyLogin(new URL(proxy))[1]!.slice('Basic '.length), 'base64').toString();
  expect(sent('http://amy:100%25@p.example')).toBe('amy:100%');
  expect(sent('http://amy:100%@p.example')).toBe('amy:100%');
});

test('proxies of the environment: by scheme, not for this machine, not for names of NO_PROXY', () => {
  const variables = {
    HTTP_PROXY: 'p.example:3128',
    https_proxy: 'socks5://q.example',
    NO_PROXY: '.uni.example, c.example:8080 [::2]',
  };
  const by = (hostname: string, port = 443, network = {}) =>
    openWay(network, variables)?.proxyFor({ hostname, port, secure: port === 443 })?.href;
  expect([by('a.example', 80), by('a.example')]).toEqual(['http://p.example:3128/', 'socks5://q.example']);
  expect([
    by('cs.uni.example'),
    by('uni.example'),
    by('c.example', 8080),
    by('::2'),
    by('127.0.0.1'),
    by('x.localhost', 80),
  ]).toEqual(Array(6).fill(undefined));
  expect([by('c.example'), by('myuni.example')]).toEqual(['socks5://q.example', 'socks5://q.example']);
  expect(by('127.0.0.1', 80, { proxy: 'http://r.example' })).toBe('http://r.example/');
  expect(openWay({}, { PATH: '/bin' })).toBeUndefined();
  expect(
    openWay({}, { HTTP_PROXY: 'p.example', REQUEST_METHOD: 'GET' })?.proxyFor({
      hostname: 'a.example',
      port: 80,
      secure: false,
    }),
  ).toBeUndefined();
});

test('a variable that names no proxy is refused, since nobody wants to be dialled directly then; socks:// is SOCKS5', () => {
  const target = { hostname: 'a.example', port: 80, secure: false };
  expect(openWay({}, { ALL_PROXY: 'socks://p.example:1' })!.proxyFor(target)!.href).toBe('socks5://p.example:1');
  for (const variables of [{ ALL_PROXY: 'socks4://p.example' }, { HTTPS_PROXY: 'ftp://p.example' }]) {
    expect(() => openWay({}, variables)).toThrow(/ALL_PROXY: the value is refused; allowed is http, https, socks5/);
    // The user's own proxy counts in their place.
    expect(openWay({ proxy: 'http://p.example' }, variables)!.proxyFor(target)!.href).toBe('http://p.example/');
  }
});
