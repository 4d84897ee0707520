/**
 * Hosts that serve advertisements or count visits, and no content: the large networks of English and Russian sites.
 * Their answers differ at each load, and each would cost a request of robots.txt first.
 */
const domains: ReadonlySet<string> = new Set([
  ...['2mdn.net', 'adfox.ru', 'adform.net', 'adnxs.com', 'adriver.ru', 'adsafeprotected.com', 'adsrvr.org'],
  ...['amazon-adsystem.com', 'an.yandex.ru', 'bidswitch.net', 'bluekai.com', 'casalemedia.com', 'chartbeat.com'],
  ...['chartbeat.net', 'clarity.ms', 'counter.yadro.ru', 'criteo.com', 'criteo.net', 'demdex.net', 'doubleclick.net'],
  ...['doubleverify.com', 'exelator.com', 'google-analytics.com', 'googleadservices.com', 'googlesyndication.com'],
  ...['hotjar.com', 'imrworldwide.com', 'krxd.net', 'marketgid.com', 'mc.yandex.ru', 'mgid.com', 'moatads.com'],
  ...['omtrdc.net', 'openx.net', 'outbrain.com', 'pubmatic.com', 'quantserve.com', 'relap.io', 'rubiconproject.com'],
  ...'scorecardresearch.com smartadserver.com sape.ru taboola.com teads.tv tns-counter.ru top.mail.ru'.split(' '),
  ...['yadro.ru', 'zedo.com'],
]);

/** Whether the host or one of its parent domains is on the list. */
export function isAdvertisingHost(hostname: string): boolean {
  const labels = hostname.toLowerCase().split('.');
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')));
}
