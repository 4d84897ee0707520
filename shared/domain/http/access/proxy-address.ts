const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080, 'socks5h:': 1080 };

/** The address of a proxy, which is one of http where it has no scheme. Undefined: the text is none. */
export function proxyUrl(text: string): URL | undefined {
  // Desktops write socks://.
  const address = text.replace(/^socks:\/\//i, 'socks5://');
  const url = URL.parse(/^[a-z0-9]+:\/\//i.test(address) ? address : `http://${address}`);
  return url && url.hostname !== '' && ports[url.protocol] !== undefined ? url : undefined;
}

export function proxyPort({ port, protocol }: URL): number {
  return Number(port) || (ports[protocol] ?? 0);
}
