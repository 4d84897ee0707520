import fc from 'fast-check';

/** Pieces that have broken URL normalizers: stray and doubled percent signs, dots, slashes, empty parameters … */
const pieces = [
  ...[
    '/',
    '//',
    '///',
    '.',
    '..',
    '/./',
    '/../',
    '%2e',
    '%2E',
    '.%2e',
    '%2f',
    '%5c',
    '\\',
    '%',
    '%%',
    '%%32e',
    '%2%65',
  ],
  ...['%25', '%7E', '~', '%41', '%c3%b1', '%C3', 'ñ', 'я', '😀', '\ud800', ' ', '\t', '\n', '+', '%20', '%00', '\0'],
  ...[
    '?',
    '&',
    '&&',
    '=',
    '==',
    'a=',
    'b=1',
    'a',
    'utm_source=x',
    '%75tm_x=1',
    ';',
    ';jsessionid=1',
    ';sid',
    '..;sid=1',
  ],
  ...[
    '#',
    '#x',
    '%23',
    '%3F',
    '%26',
    '%3D',
    ':',
    '@',
    "'",
    '"',
    '<',
    '[',
    ']',
    '|',
    '^',
    '`',
    '{',
    'A',
    'z9',
    'a.html',
  ],
];

const authorities = [
  ...[
    'example.org',
    'EXAMPLE.org:80',
    'example.org:8080',
    'u:p@example.org',
    '192.0.2.7',
    '192.0.2.7:81',
    '0xC0.0.2.7',
  ],
  ...['[2001:db8::1]', '[2001:DB8:0::1]:443', 'bücher.example', 'xn--bcher-kva.example', 'example.org.', 'a_b.example'],
];

/** Texts that may follow an authority, or stand alone as a relative link. */
export const awkwardTail: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pieces) }, fc.string({ maxLength: 4 })), { maxLength: 12 })
  .map(parts => parts.join(''));

/** Absolute http(s) addresses that the URL standard's parser takes. */
export const awkwardUrl: fc.Arbitrary<URL> = fc
  .tuple(fc.constantFrom('http://', 'https://', 'HTTP:/'), fc.constantFrom(...authorities), awkwardTail)
  .map(([scheme, authority, tail]) => URL.parse(`${scheme}${authority}/${tail}`))
  .filter(url => url !== null);
