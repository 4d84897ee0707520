/** The marks that services that keep programs away put into their pages, and into no others. */
const challenges =
  /_cf_chl_opt|<title>\s*(?:just a moment|attention required! \| cloudflare|ddos-guard)|geo\.captcha-delivery\.com|sucuri_cloudproxy_js|awsWafCookieDomainList|id="px-captcha|smartcaptcha[^>]{0,200}data-sitekey/i;
/** A page of such a service is short, bytes. */
const mostOfChallenge = 64 * 1024;

/** Whether a page of HTML is no page of the site but requests proof that a person is there. */
export function isChallenge(body: Uint8Array): boolean {
  return body.byteLength <= mostOfChallenge && challenges.test(Buffer.from(body).toString('latin1'));
}
