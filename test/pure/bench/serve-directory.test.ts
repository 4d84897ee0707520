import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveDirectory } from '../../../bench/servers/serve-directory.ts';
import type { ServedSite } from '../../../bench/servers/server-process.ts';

let root: string;
let site: ServedSite;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'orbweaver-serve-'));
  mkdirSync(join(root, 'a folder'));
  writeFileSync(join(root, 'index.html'), '<p>start</p>');
  writeFileSync(join(root, 'style.css'), 'p {}');
  writeFileSync(join(root, 'a folder', 'index.html'), '<p>folder</p>');
  symlinkSync(root, join(root, 'a folder', 'up'));
  site = await serveDirectory(root);
});

afterAll(async () => {
  await site.close();
  rmSync(root, { recursive: true });
});

describe('serveDirectory', () => {
  it.each([
    ['/', 200, 'text/html', '<p>start</p>'],
    ['/index.html', 200, 'text/html', '<p>start</p>'],
    ['/index.html?query=1', 200, 'text/html', '<p>start</p>'],
    ['/style.css', 200, 'text/css', 'p {}'],
    ['/a%20folder/', 200, 'text/html', '<p>folder</p>'],
    ['/missing', 404, 'text/plain', 'not found\n'],
    ['/%zz', 404, 'text/plain', 'not found\n'],
  ])('answers %s with %i', async (path, status, type, content) => {
    const response = await fetch(site.origin + path);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      status,
      type,
      content,
    ]);
  });

  it('redirects a folder asked for without its slash', async () => {
    const response = await fetch(`${site.origin}/a%20folder`, { redirect: 'manual' });
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/a%20folder/');
  });

  it('sends the head alone for HEAD, with the length of the content', async () => {
    const response = await fetch(`${site.origin}/`, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('12');
    expect(await response.text()).toBe('');
  });

  it('refuses any other method', async () => {
    const response = await fetch(`${site.origin}/`, { method: 'POST', body: 'GET / HTTP/1.1\r\n\r\n' });
    expect(response.status).toBe(405);
  });

  it('answers requests on one connection in order and closes it where the client asks', async () => {
    const socket = connect(Number(new URL(site.origin).port), '127.0.0.1');
    socket.write('GET /style.css HTTP/1.1\r\nHost: a\r\n\r\nGET /missing HTT');
    socket.write('P/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  it('counts the pages it gave out, and the different ones among them', async () => {
    await site.takeTally();
    for (const path of ['/', '/', '/index.html', '/style.css', '/missing'])
      await (await fetch(site.origin + path)).text();
    expect(await site.takeTally()).toMatchObject({ pages: 3, distinctPages: 2 });
    expect(await site.takeTally()).toMatchObject({ pages: 0, distinctPages: 0 });
  });

  it('says why a folder cannot be served', async () => {
    await expect(serveDirectory(join(root, 'nowhere'))).rejects.toThrow(/ENOENT.*nowhere/);
  });
});
