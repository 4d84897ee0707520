import { describe, expect, it, test } from 'vitest';
import { mayShowWall, readHead, withWall } from '../../../shared/adapters/web/response-head.ts';
import { wallOfBody, wallOfHead } from '../../../shared/domain/http/wall.ts';
import { type CheckState, refusalOfCheck } from '../../../shared/domain/protocol/external-check.ts';
import { refusalOfSkip, refusalOfStatus } from '../../../shared/domain/protocol/refusal-class.ts';

const headOf = (status: number, fields: Record<string, string>): string | undefined =>
  wallOfHead(status, name => fields[name] ?? '');

test.each([
  [403, { 'cf-mitigated': 'challenge' }, 'Cloudflare'],
  [202, { 'x-amzn-waf-action': 'challenge' }, 'AWS WAF'],
  [405, { 'x-amzn-waf-action': 'captcha' }, 'AWS WAF'],
  [429, { 'x-vercel-mitigated': 'challenge' }, 'Vercel'],
  [403, { 'set-cookie': 'a=1, datadome=x; Path=/' }, 'DataDome'],
  [403, { 'x-px-block': '1' }, 'HUMAN'],
  [403, { server: 'AkamaiGHost' }, 'Akamai'],
  [403, { 'set-cookie': 'visid_incap_1=x' }, 'Imperva'],
  [403, { server: 'Sucuri/Cloudproxy' }, 'Sucuri'],
  [403, { server: 'ddos-guard' }, 'DDoS-Guard'],
  [401, { server: 'QRATOR' }, 'Qrator'],
  [429, { 'x-kpsdk-ct': 'x' }, 'Kasada'],
  [403, { 'x-datadome': 'protected', 'x-dd-b': '1' }, 'DataDome'],
  [200, { 'x-dd-b': '3' }, 'DataDome'],
  [202, { 'sg-captcha': 'challenge' }, 'SiteGround'],
  [403, { 'x-datadome-cid': 'A' }, 'DataDome'],
  [403, { 'set-cookie': 'reese84=x; Path=/' }, 'Imperva'],
  [429, { 'x-kpsdk-r': '1-A' }, 'Kasada'],
  [403, { 'set-cookie': 'qrator_jsr=x' }, 'Qrator'],
  [403, { server: 'Variti/0.9.3a' }, 'Variti'],
  [403, { 'set-cookie': 'ipp_uid=1; path=/' }, 'Variti'],
  [403, { 'set-cookie': 'spsc=1_2; path=/' }, 'Servicepipe'],
  [403, { 'set-cookie': 'swp_token=1:2' }, 'StormWall'],
  // Logins, wrong methods and outages of sites behind such servers.
  [401, { server: 'AkamaiGHost', 'www-authenticate': 'Basic realm="x"' }, undefined],
  [401, { 'x-iinfo': '1', 'set-cookie': 'visid_incap_1=x', 'www-authenticate': 'Bearer' }, undefined],
  [405, { server: 'ddos-guard' }, undefined],
  [503, { server: 'AkamaiGHost' }, undefined],
  [503, { 'x-iinfo': '1', 'set-cookie': 'incap_ses_1=x' }, undefined],
  [406, { server: 'Sucuri/Cloudproxy' }, undefined],
  // The same servers before pages, and refusals of other servers.
  [200, { server: 'AkamaiGHost', 'x-iinfo': '1', 'set-cookie': 'datadome=x' }, undefined],
  [404, { server: 'ddos-guard' }, undefined],
  [403, { server: 'cloudflare' }, undefined],
  [403, { server: 'nginx' }, undefined],
])('by the head: %i %o is %s', (status, fields, wall) => {
  expect(headOf(status, fields as Record<string, string>)).toBe(wall);
});

test.each([
  ['<title>Just a moment...</title>', 'Cloudflare'],
  ['<script src="https://geo.captcha-delivery.com/i.js"></script>', 'DataDome'],
  ['<div id="px-captcha"></div>', 'HUMAN'],
  ['<TITLE>Access Denied</TITLE> <p>Reference&#32;&#35;18.1', 'Akamai'],
  ['<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1"></iframe>', 'Imperva'],
  ['<script>sucuri_cloudproxy_js = "";</script>', 'Sucuri'],
  ['<script id="anubis_challenge" type="application/json">{}</script>', 'Anubis'],
  ['The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 1', 'F5'],
  ['<title>Один момент…</title><script>(function(){window._cf_chl_opt = {cvId: "3"};}());</script>', 'Cloudflare'],
  ['<title>Access denied | a.example used Cloudflare to restrict access</title>', 'Cloudflare'],
  ['<script>window.awsWafCookieDomainList = []; window.gokuProps = {};</script>', 'AWS WAF'],
  [`<script>var dd={'rt':'c','cid':'A','t':'bv','host':'geo.captcha-delivery.com'}</script>`, 'DataDome'],
  ['<script src="//captcha.px-cdn.net/PX1/captcha.js?a=c"></script>', 'HUMAN'],
  [`<meta http-equiv="refresh" content="5; URL='/a?bm-verify=AAQAAAAK'">`, 'Akamai'],
  ['<script>x.open("POST", "/_sec/verify?provider=interstitial", false)</script>', 'Akamai'],
  ['Request unsuccessful. Incapsula incident ID: 1-2', 'Imperva'],
  ['<title>DDOS-GUARD</title>', 'DDoS-Guard'],
  ['<script src="/__qrator/qauth_utm_v2d_v9118.js"></script>', 'Qrator'],
  ['<form method="POST" action="/checkcaptcha?key=1&d=2" id="checkbox-captcha-form">', 'Yandex SmartCaptcha'],
  ['<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F&y=ipc:1">', 'SiteGround'],
  ['<title>One moment, please...</title>', 'Imunify360'],
  ['<title>Client Challenge</title>', 'Fastly'],
  ['<html><head><title>Radware Bot Manager Captcha</title>', 'Radware'],
  ['error code: 1020\n', 'Cloudflare'],
  ['<iframe id="sec-cpt-if" src="/_sec/cp_challenge/crypto_message-4-3.htm"></iframe>', 'Akamai'],
  ['{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=A"}', 'DataDome'],
  [
    '<META NAME="robots" CONTENT="noindex,nofollow">\n<script src="/_Incapsula_Resource?SWJIYLWA=1,2">\n</script>\n<body>\n</body></html>',
    'Imperva',
  ],
  ['<title>Pardon Our Interruption</title>', 'Imperva'],
  ['{"appId":"PXu6b0","vid":"","blockScript":"/u6b0/captcha/captcha.js?a=c"}', 'HUMAN'],
  ['<title>Vercel Security Checkpoint</title>', 'Vercel'],
  ['<meta http-equiv="refresh" content="2; url=/.within.website/x/cmd/anubis/api/pass-challenge?a=1">', 'Anubis'],
  ['<title>Oh noes!</title><link rel="stylesheet" href="/.within.website/x/xess/xess.min.css">', 'Anubis'],
  ['{"title":"Error 1010","status":403,"cloudflare_error":true,"error_code":1010}', 'Cloudflare'],
  ['<title>Please Wait... | Cloudflare</title>', 'Cloudflare'],
  [
    '<TITLE>ERROR: The request could not be satisfied</TITLE><H2>403</H2>Request blocked. Generated by cloudfront',
    'AWS WAF',
  ],
  ['<script src="/a/b?v=1"></script><script>(function(){var chlgeId = "";})()</script>', 'Akamai'],
  ['{"sec-cp-challenge": "true","provider":"crypto"}', 'Akamai'],
  ['<script>window._pxVid="";window._pxUuid="x";window._pxAppId="PX1";</script>', 'HUMAN'],
  ['<div id=px-captcha></div>', 'HUMAN'],
  ['{"vid":"x","uuid":"y","appId":"PX1","blockScript":"/x/captcha.js"}', 'HUMAN'],
  ['<script>window.KPSDK={};KPSDK.start=KPSDK.now();</script><script src="/a/ips.js?x"></script>', 'Kasada'],
  ['<script src="https://check.ddos-guard.net/check.js"></script>', 'DDoS-Guard'],
  ['<script>(function(){document.cookie="ipp_sign="+a})()</script>', 'Variti'],
  ['<script>function get_cookie_spsc_uncond(){}</script>', 'Servicepipe'],
  [`<script>const cE = "a", cK = 60, cN = 'swp_token';</script>`, 'StormWall'],
  [
    '<script src="/aes.js"></script><script>document.cookie="__test="+toHex(slowAES.decrypt(c,2,a,b))</script>',
    'testcookie',
  ],
  ['<script src="/.bunny-shield/assets/challenge.js"></script>', 'bunny.net'],
  ['<form method="get" action="/errors/validateCaptcha" name="">', 'Amazon'],
  ['<meta name="aliyun_waf_aa" content="a"><textarea id="renderData">', 'Alibaba Cloud'],
  ['<noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 1.</noscript>', 'F5'],
  ['<title>Access denied</title><div id="cf-error-details"><span>Error</span> <span>1020</span>', 'Cloudflare'],
  ['<div id="cf-error-details"><h1><span class="cf-error-type">Error</span> <span>1016</span>', undefined],
  ['<script src="/TSPD/08?type=9"></script><noscript>Please enable JavaScript.</noscript>', 'F5'],
  ['<p>The requested URL was rejected. Please consult with your administrator.<p>Your support ID is: 1', 'F5'],
  ['<meta http-equiv="refresh" content="1; url=/.well-known/.git.a.example/go-away/cmd/go-away/x">', 'go-away'],
  ['<script>window.rbzns={bereshit: "1"};</script>', 'Reblaze'],
  ['<title>Azure WAF</title><div id="azure-waf">', 'Azure WAF'],
  // Short pages that write of such services.
  ['<title>Vercel Security Checkpoint explained</title><p>error code: 1020', undefined],
  ['<p>Answers come from /.within.website/x/cmd/anubis/, or {"appId":"PX1","blockScript":""}', undefined],
  ['<title>Just a moment of peace</title><p>A poem', undefined],
  ['<script>window._pxAppId = "PX1"; load("/a/init.js")</script><h1>Shop</h1>', undefined],
  ['<title>DDoS-Guard, a review</title>', undefined],
  ['<title>Sucuri Website Firewall in ten minutes</title>', undefined],
  ['<p>The variable <code>window._cf_chl_opt = {}</code> and <code>awsWafCookieDomainList = []</code>', undefined],
  ['<p>Block geo.captcha-delivery.com and captcha.px-cloud.net; <code>&lt;div id="px-captcha"&gt;</code>', undefined],
  ['<p>Sites print an Incapsula incident ID; <code>id="anubis_challenge"</code>; /__qrator/qauth.js', undefined],
  ['<form action="/checkcaptcha.php"><input name="mail">', undefined],
  [
    `${'<p>Why do I see this?'.repeat(40)}The requested URL was rejected. Please consult with your administrator.<br>support ID`,
    undefined,
  ],
  // Pages behind such a service hold its scripts, too, and pages may write of it.
  ['<script src="/_Incapsula_Resource?SWJIYLWA=1"></script><p>Text', undefined],
  ['<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>', undefined],
  ['<p>A page says Access Denied where it means 403.', undefined],
  [`${'<a href=/x>x</a>'.repeat(9)}<p>They send <code>id="px-captcha</code>`, undefined],
  [`${' '.repeat(64 * 1024)}<title>Just a moment...</title>`, undefined],
  ['', undefined],
])('by the document: %#', (html, wall) => {
  expect(wallOfBody(Buffer.from(html), 403)).toBe(wall);
});

test.each([
  ['<html><head><title>Pardon Our Interruption</title><script src="/a-b?d=x" async></script></head><body>', 'Imperva'],
  ['<title>One moment, please...</title><meta http-equiv="refresh" content="5"><h1>Please wait</h1>', 'Imunify360'],
  [`<title>Client Challenge</title>${'<script>a</script>'.repeat(3_000)}`, 'Fastly'],
  ['<html><script>window["bobcmn"]="1"</script><script src="/TSPD/08?type=9"></script></html>', 'F5'],
  ['<body>The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 1', 'F5'],
  // Pages that quote what refusals say.
  ['<title>Access Denied</title><script>a</script><p>A film. See errors.edgesuite.net', undefined],
  [
    '<p>They read "The requested URL was rejected. Please consult with your administrator." and a support ID',
    undefined,
  ],
  ['<title>Sucuri Website Firewall - Access Denied</title><script>a</script><p>What it means', undefined],
  ['<script src="/TSPD/08?type=17"></script><h1>Bank</h1><a href="/loans">Loans</a>', undefined],
  // A document that only has such a title.
  ['<title>Just a moment...</title><h1>A poem</h1><p>Wait for me.', undefined],
  ['<title>Client Challenge</title><script src="/a.js"></script><a href="/">Courses</a>', undefined],
  [`<title>One moment, please...</title><script>a</script><p>${'word '.repeat(400)}`, undefined],
  ['<title>Access Denied</title><p>A film. See errors.edgesuite.net', undefined],
  // Data for scripts, and code that is shown.
  ['<script type="application/ld+json">{"articleBody":"window._cf_chl_opt = {}, KPSDK.start ="}</script>', undefined],
  ['<script>show("window._cf_chl_opt = {}")</script>', undefined],
  ['<pre>Request unsuccessful. Incapsula incident ID: 1-2</pre>', undefined],
  ['<form action="/checkcaptcha" method="post"><input name="mail">', undefined],
  [`<title>Client Challenge</title>${'<script '.repeat(8_000)}`, 'Fastly'],
])('by the document of a page: %#', (html, wall) => {
  expect(wallOfBody(Buffer.from(html), 200)).toBe(wall);
});

describe('an answer', () => {
  const challenge = { bytes: Buffer.from('<title>Just a moment...</title>'), truncated: false };
  const html = { 'content-type': 'text/html' };

  it('keeps the body that shows a wall, and no other body of a refusal', () => {
    const [head, body] = withWall(readHead(503, html), challenge, 'page');
    expect([head.wall, body.bytes.length]).toEqual(['Cloudflare', challenge.bytes.length]);
    const [other, empty] = withWall(readHead(503, html), { ...challenge, bytes: Buffer.from('Sorry') }, 'check');
    expect([other.wall, empty.bytes.length]).toEqual([undefined, 0]);
  });

  it('is read where programs get text or JSON in place of a page', () => {
    const textOf = (type: string, text: string) =>
      withWall(readHead(403, { 'content-type': type }), { bytes: Buffer.from(text), truncated: false }, 'page')[0].wall;
    expect(textOf('text/plain; charset=UTF-8', 'error code: 1020')).toBe('Cloudflare');
    expect(textOf('application/json', '{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=A"}')).toBe(
      'DataDome',
    );
    expect(textOf('', 'Request unsuccessful. Incapsula incident ID: 1-2')).toBe('Imperva');
    expect([
      mayShowWall(readHead(428, html), 'page'),
      mayShowWall(readHead(403, { 'content-type': 'image/png' }), 'page'),
    ]).toEqual([true, false]);
  });

  it('of robots.txt and of parts of pages is read for no wall', () => {
    for (const purpose of ['robots', 'part'] as const)
      expect(withWall(readHead(503, html), challenge, purpose)[0].wall).toBeUndefined();
  });

  it('402 says its price, cut where it is long', () => {
    expect(readHead(402, { 'crawler-price': 'USD 0.01' }).price).toBe('USD 0.01');
    expect(readHead(402, { 'crawler-price': 'x'.repeat(9_000) }).price!.length).toBeLessThan(50);
    expect(readHead(200, { 'crawler-price': 'USD 0.01' }).price).toBeUndefined();
    const offer = { amount: '10000', asset: '0x036C', network: 'eip155:84532', extra: { name: 'USDC' } };
    const field = (accepts: unknown) => Buffer.from(JSON.stringify({ x402Version: 2, accepts })).toString('base64');
    expect(readHead(402, { 'payment-required': field([offer]) }).price).toBe('0.01 USDC');
    expect(readHead(402, { 'payment-required': field([{ ...offer, extra: null }]) }).price).toBe('10000 0x036C');
    for (const odd of ['', 'not base64', field(null), field([{}]), field([{ amount: 'much' }]), field([null])])
      expect(readHead(402, { 'payment-required': odd }).price).toBeUndefined();
  });

  it('402 of the first version of x402 says its price in its body', () => {
    const head = readHead(402, { 'content-type': 'application/json; charset=utf-8' });
    const bytes = Buffer.from(
      JSON.stringify({ x402Version: 1, accepts: [{ maxAmountRequired: '2500', asset: 'EURC' }] }),
    );
    for (const purpose of ['page', 'check'] as const) {
      const [told, body] = withWall(head, { bytes, truncated: false }, purpose);
      expect([told.price, body.bytes.length]).toEqual(['2500 EURC', bytes.length]);
    }
  });
});

test('classes are closed: by status, by skip reason, by check', () => {
  const classes = [401, 403, 429, 999, 402, 404, 410, 400, 407, 418, 451, 500, 503].map(refusalOfStatus);
  expect(classes).toEqual([
    ...['refused', 'refused', 'refused', 'refused', 'payment', 'gone', 'gone'],
    ...['error', 'error', 'error', 'error', 'error', 'error'],
  ]);
  expect(refusalOfSkip('wall', 200)).toBe('wall');
  expect(refusalOfSkip('http-status', 410)).toBe('gone');
  expect(refusalOfSkip('dns', undefined)).toBe('error');
  expect(refusalOfSkip('robots', undefined)).toBeUndefined();
  const check = (state: CheckState, status: string) => refusalOfCheck({ url: 'https://a.example/', state, status });
  expect(check('refused', '403 Forbidden')).toBe('refused');
  expect(check('refused', 'robots.txt')).toBe('refused');
  expect(check('refused', '402 Payment Required (USD 0.01)')).toBe('payment');
  expect(check('not-asked', '429 Too Many Requests')).toBe('refused');
  expect(check('dead', 'no such host')).toBe('error');
  expect(check('dead', '404 Not Found')).toBe('gone');
  expect(check('not-asked', 'not checked')).toBeUndefined();
  expect(check('moved', '301 Moved Permanently')).toBeUndefined();
});
