import { pageText } from '../../../shared/domain/html/decode-text.ts';
import { looksBinary } from '../../../shared/domain/html/encoding/sniff-binary.ts';
import type { SourcePage } from '../../../shared/wings/publications/grabber/suggest/seen-page.ts';
import { demandAddress } from '../spec/demand-address.ts';
import { readBytes, readLines } from '../spec/read-text.ts';
import { BadCommand, formatCounted } from '../terminal/print.ts';

/** Bytes of one page, and pages of one command: all are in memory at once. */
const mostPage = 20_000_000;
const mostPages = 200;

/** A page with the file that it was read from, or the address. */
export interface PageFile extends SourcePage {
  readonly file: string;
}

/** The pages in files, with their addresses where a list names them. Throws `BadInput` and `BadCommand`. */
export async function readPages(files: readonly string[], urlList: string | undefined): Promise<readonly PageFile[]> {
  if (files.length > mostPages)
    throw new BadCommand([`${files.length} pages are refused; allowed are at most ${mostPages} at once.`]);
  const urls = urlList === undefined ? [] : await readAddresses(urlList, files.length);
  const pages: PageFile[] = [];
  for (const [i, file] of files.entries()) {
    const url = urls[i];
    pages.push({ file, html: await htmlIn(file), ...(url !== undefined && { url }) });
  }
  return pages;
}

/** The decoded page in a file. Throws `BadInput` and `BadCommand`. */
async function htmlIn(file: string): Promise<string> {
  const body = await readBytes('page', file, mostPage);
  if (looksBinary(body)) throw new BadCommand([`page "${file}" is no HTML page: it is not text. Allowed is HTML.`]);
  return pageText({ body, contentType: 'text/html' });
}

async function readAddresses(file: string, count: number): Promise<readonly string[]> {
  const lines = await readLines('--url-list', file);
  if (lines.length !== count)
    throw new BadCommand([
      `${file} has ${lines.length} addresses for ${formatCounted(count, 'page')}; allowed is one a page, in their order.`,
    ]);
  return lines.map(({ line, number }) => demandAddress(`${file} line ${number}`, line.trim()).href);
}
