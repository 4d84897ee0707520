/*
 * Addresses as people read them: only escaped letters above ASCII become letters, so that a browser which gets the text fetches
 * that very page. The page loads this module, too.
 */

/** Escaped bytes above ASCII, of one or more characters. */
const escapedText = /(?:%[89a-f][\da-f])+/gi;
const escapedLabel = /(?<=^|\.)xn--[a-z\d-]+(?=$|[.:/])/g;
/** Controls, formats, unassigned and white space: read as nothing, or as another name. */
const unreadable = /[\p{C}\p{Z}]/u;
/** Names that only look like another: all their letters resemble Latin ones, or Latin letters are mixed with other alphabets. */
const lookalike =
  /^[\d\-асеһіјӏорԛѕԝхуьъкмтвнԁԍղոսցօαικνορτυχ]+$|[a-z].*[^\p{ASCII}\p{sc=Latin}\p{M}]|[^\p{ASCII}\p{sc=Latin}\p{M}].*[a-z]/u;

/** An address, or its part from the host or the path on: `https://пример.рф/новости`. */
export function readableAddress(address: string): string {
  const host = /^https?:\/\/(?:[^/?#@]*@)?(?<name>[^/?#]*xn--[^/?#]*)/i.exec(address)?.groups?.['name'];
  return readablePath(host === undefined ? address : address.replace(host, readableHost(host)));
}

/** Escaped letters are written as people read them; what is no UTF-8, or cannot be seen, stays escaped. */
export function readablePath(path: string): string {
  return path.includes('%') ? path.replaceAll(escapedText, readText) : path;
}

/** The name of a host, also with a port, or any other name; a label that would look like another name stays as servers know it. */
export function readableHost(name: string): string {
  return name.replaceAll(escapedLabel, label => decodedLabel(label.slice(4)) ?? label);
}

function readText(escaped: string): string {
  try {
    const text = decodeURIComponent(escaped);
    return unreadable.test(text) ? escaped : text;
  } catch {
    return escaped;
  }
}

/** By Punycode (RFC 3492, section 6.2). */
function decodedLabel(label: string): string | undefined {
  const end = label.lastIndexOf('-');
  const letters = [...label.slice(0, Math.max(end, 0))];
  let [code, at, bias] = [128, 0, 72];
  for (let place = end + 1; place < label.length; at += 1) {
    const before = at;
    for (let [weight, step] = [1, 36]; ; step += 36) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(label[place] ?? '?');
      if (digit < 0) return undefined;
      place += 1;
      at += digit * weight;
      const least = Math.min(26, Math.max(1, step - bias));
      if (digit < least) break;
      weight *= 36 - least;
    }
    const size = letters.length + 1;
    bias = adapted(at - before, size, before === 0);
    code += Math.floor(at / size);
    if (code > 0x10ffff) return undefined;
    at %= size;
    letters.splice(at, 0, String.fromCodePoint(code));
  }
  const text = letters.join('');
  return unreadable.test(text) || lookalike.test(text) ? undefined : text;
}

function adapted(delta: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / size);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}
