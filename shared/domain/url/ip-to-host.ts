/**
 * The rule `ipToHost` as a map from hostname to hostname, as `URL.hostname` writes them. Throws an Error of one sentence
 * if a key is not an IP address or a value not a domain (so no chain of replacements can arise).
 */
export function hostsByIp(ipToHost: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(ipToHost).map(([ip, host]) => [ipAddress(ip), domain(ip, host)]));
}

function ipAddress(text: string): string {
  const hostname = hostnameOf(text.includes(':') && !text.startsWith('[') ? `[${text}]` : text);
  if (hostname === undefined || !isIp(hostname)) {
    throw new Error(`normalization.ipToHost: ${JSON.stringify(text)} is not an IPv4 or IPv6 address.`);
  }
  return hostname;
}

function domain(ip: string, text: string): string {
  const hostname = hostnameOf(text);
  if (hostname === undefined || isIp(hostname)) {
    throw new Error(
      `normalization.ipToHost.${ip}: ${JSON.stringify(text)} is not a domain name without scheme and port.`,
    );
  }
  return hostname;
}

/** `text` as the URL standard writes it, if it is a host and nothing but a host. */
function hostnameOf(text: string): string | undefined {
  const url = URL.parse(`http://${text}/`);
  const isHostOnly = url !== null && url.href === `http://${url.hostname}/` && !/:\d*$/.test(text);
  return isHostOnly ? url.hostname : undefined;
}

/** After the URL standard's parser only IPv4 addresses have a last label of digits. */
function isIp(hostname: string): boolean {
  return hostname.startsWith('[') || /\.\d+$/.test(hostname);
}
