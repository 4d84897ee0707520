import { join } from 'node:path';
import { makeLocalFolder as makeFolder, makeIdentityKey, writeAnew } from '../../../shared/adapters/local/open.ts';
import { keyDirectoryPath, type Signing, thumbprintOf } from '../../../shared/domain/http/access/request-signature.ts';
import { allowance, BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { agentTokenOf } from '../../../shared/domain/robots/agent-token.ts';
import { specDefaults } from '../../../shared/domain/spec/crawl-spec.ts';
import { exitCodes } from '../terminal/exit-codes.ts';

interface IdentityOptions {
  readonly name: string;
  readonly contact: string;
  readonly about?: string;
  readonly userAgent?: string;
  readonly key?: string;
}

/** Writes `index.html`, and with a key its directory, whose files are to be hosted. */
export async function identity(directory: string, options: IdentityOptions): Promise<number> {
  const agent = options.key === undefined ? undefined : agentOf(options.key);
  makeFolder(directory);
  const page = join(directory, 'index.html');
  const signing = agent === undefined ? undefined : makeIdentityKey(agent);
  writeAnew(page, pageOf(options, signing), 0o644);
  process.stdout.write(`${page}\n`);
  if (signing === undefined) return exitCodes.finished;
  const path = join(directory, keyDirectoryPath);
  makeFolder(join(directory, '.well-known'));
  const { kty, crv, x } = signing.key;
  const keys = [{ kid: thumbprintOf(signing.key), kty, crv, x, use: 'sig' }];
  writeAnew(path, `${JSON.stringify({ keys }, undefined, 1)}\n`, 0o644);
  process.stdout.write(`${path}\n`);
  process.stderr.write(
    `Host the files at ${signing.agent}/, the directory as application/http-message-signatures-directory+json; then crawl with --sign.\n`,
  );
  return exitCodes.finished;
}

function agentOf(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || `${url.origin}/` !== url.href)
    throw new BadInput([{ field: '--key', ...allowance('https-origin') }]);
  return url.origin;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);

function pageOf(
  { name, contact, about = '', userAgent = specDefaults.userAgent }: IdentityOptions,
  signing: Signing | undefined,
): string {
  const token = agentTokenOf(userAgent);
  const link = contact.includes('@') && !contact.includes('://') ? `mailto:${contact}` : contact;
  const signed =
    signing === undefined
      ? ''
      : `<h2>How to be sure that it is this crawler</h2>
<p>Its requests are signed (HTTP Message Signatures, RFC 9421, tag <code>web-bot-auth</code>) with the key
<code>${thumbprintOf(signing.key)}</code> of <a href="/${keyDirectoryPath}">this directory</a>.</p>
`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="description" content="Who crawls, why, and how to refuse it">
<title>${escaped(name)}: our crawler</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:2em auto;padding:0 1em}pre{background:#eee;padding:.5em}</style>
<h1>The crawler of ${escaped(name)}</h1>
<p>${escaped(about)}</p>
<p>Contact: <a href="${escaped(link)}">${escaped(contact)}</a></p>
<h2>What it does</h2>
<p>It requests pages of public sites with the User-Agent <code>${escaped(userAgent)}</code>. It obeys robots.txt (RFC 9309) and its
<code>Crawl-delay</code>, leaves a second between two requests to a host unless robots.txt wants more or the owner agreed to less,
waits when a server answers 429 or 503, and never works round a wall against programs.</p>
<h2>How to refuse it</h2>
<p>These lines of robots.txt keep it out of your site:</p>
<pre>User-agent: ${escaped(token)}
Disallow: /</pre>
<p>These slow it down to a request in ten seconds:</p>
<pre>User-agent: ${escaped(token)}
Crawl-delay: 10</pre>
<p>Or write to us, and we leave your site out and delete what we have of it.</p>
${signed}</html>
`;
}
