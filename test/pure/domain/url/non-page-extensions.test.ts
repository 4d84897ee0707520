import { describe, expect, it } from 'vitest';
import { isNonPage, nonPageExtensions } from '../../../../shared/domain/url/skip-before-fetch.ts';

const extensions = new Set(nonPageExtensions);

describe('isNonPage', () => {
  it.each([...['/a.pdf', '/a.PDF', '/a.tar.gz', '/dir.html/a.js', '/a.pdf;v=2', '/.css', '/a.b.docx', '/%D1%8F.zip']])(
    'is true for %s',
    path => {
      expect(isNonPage(path, extensions)).toBe(true);
    },
  );

  it.each([
    ...['/', '/a', '/a.html', '/a.php', '/a.asp', '/pdf', '/a.pdf/', '/a.pdf/b', '/a.', '/a.xml', '/a.txt', '/a.xhtml'],
    ...['/a;x.pdf', '/cgi-bin/irbis64r/cgiirbis_64.exe'],
  ])('is false for %s', path => {
    expect(isNonPage(path, extensions)).toBe(false);
  });

  it('goes by the list it is given', () => {
    expect(isNonPage('/a.xml', new Set(['xml']))).toBe(true);
    expect(isNonPage('/a.pdf', new Set(['xml']))).toBe(false);
  });
});

describe('nonPageExtensions', () => {
  it('names each extension once, in lower case and without the dot', () => {
    expect(extensions.size).toBe(nonPageExtensions.length);
    expect(nonPageExtensions.filter(extension => !/^[a-z0-9]+$/.test(extension))).toEqual([]);
  });
});
