import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodingOfLabel } from '../../../../shared/domain/html/encoding/header-charset.ts';
import { metaCharset } from '../../../../shared/domain/html/meta-charset.ts';
import { draws } from '../../draws.ts';

/** The steps of the HTML standard, 13.2.3.2 and 2.5.4, in its own words and order, however slow. Throws where the bytes run out. */
class Prescan {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  encoding(): string | undefined {
    for (; ; this.at += 1) {
      const rest = this.text.slice(this.at);
      if (rest.startsWith('<!--')) this.at = this.demand(this.text.indexOf('-->', this.at + 2)) + 2;
      else if (/^<meta[\t\n\f\r /]/i.test(rest)) {
        this.at += 5;
        const found = this.meta();
        if (found !== undefined) return found;
      } else if (/^<\/?[a-z]/i.test(rest)) {
        while (!/[\t\n\f\r >]/.test(this.byte())) this.at += 1;
        while (this.attribute() !== undefined);
      } else if (/^<[!/?]/.test(rest)) this.at = this.demand(this.text.indexOf('>', this.at));
      else this.byte();
    }
  }

  private byte(): string {
    return this.text[this.demand(this.at < this.text.length ? this.at : -1)]!;
  }

  private demand(at: number): number {
    if (at < 0) throw new RangeError('The bytes ran out.');
    return at;
  }

  private meta(): string | undefined {
    const names = new Set<string>();
    let [gotPragma, needPragma, charset]: [boolean, boolean | null, string | null] = [false, null, null];
    for (let found = this.attribute(); found !== undefined; found = this.attribute()) {
      const [name, value] = found;
      if (names.has(name)) continue;
      names.add(name);
      if (name === 'http-equiv') gotPragma ||= value === 'content-type';
      else if (name === 'content') {
        const encoding = fromContent(value);
        if (encoding !== undefined && charset === null) [charset, needPragma] = [encoding, true];
      } else if (name === 'charset') [charset, needPragma] = [encodingOfLabel(value) ?? 'failure', false];
    }
    if (needPragma === null || (needPragma && !gotPragma) || charset === 'failure') return undefined;
    if (charset!.startsWith('utf-16')) return 'utf-8';
    return charset === 'x-user-defined' ? 'windows-1252' : charset!;
  }

  private attribute(): readonly [name: string, value: string] | undefined {
    while (/[\t\n\f\r /]/.test(this.byte())) this.at += 1;
    if (this.byte() === '>') return undefined;
    let name = '';
    for (; this.byte() !== '=' || name === ''; this.at += 1) {
      if (/[/>]/.test(this.byte())) return [name, ''];
      if (/[\t\n\f\r ]/.test(this.byte())) {
        this.skipSpaces();
        if (this.byte() !== '=') return [name, ''];
        break;
      }
      name += this.byte().toLowerCase();
    }
    this.at += 1;
    this.skipSpaces();
    return [name, this.value()];
  }

  private value(): string {
    const quote = this.byte();
    let value = '';
    if (quote === '"' || quote === "'") {
      for (this.at += 1; this.byte() !== quote; this.at += 1) value += this.byte().toLowerCase();
      this.at += 1;
    } else for (; !/[\t\n\f\r >]/.test(this.byte()); this.at += 1) value += this.byte().toLowerCase();
    return value;
  }

  private skipSpaces(): void {
    while (/[\t\n\f\r ]/.test(this.byte())) this.at += 1;
  }
}

function fromContent(content: string): string | undefined {
  let at = 0;
  for (;;) {
    const found = content.indexOf('charset', at);
    if (found < 0) return undefined;
    at = found + 'charset'.length;
    while (/[\t\n\f\r ]/.test(content[at] ?? '')) at += 1;
    if (content[at] === '=') break;
  }
  const value = content.slice(at + 1).replace(/^[\t\n\f\r ]+/, '');
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return encodingOfLabel(value.split(/[\t\n\f\r ;]/, 1)[0]!);
  const end = value.indexOf(quote, 1);
  return end < 0 ? undefined : encodingOfLabel(value.slice(1, end));
}

function standard(text: string): string | undefined {
  try {
    return new Prescan(text).encoding();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const pieces = [
  ...['<meta', '<META ', '<meta/', ' charset', ' charset=', 'utf-8', '"utf-8"', "'koi8-r'", ' content=', '"charset=x"'],
  ...['"text/html; charset=koi8-r"', '"charset= ;charset=x"', '\'charset="utf-8"\'', '"charset=\'koi8-r"', 'charset'],
  ...[
    ' http-equiv=',
    'content-type',
    '"Content-Type"',
    '>',
    '/>',
    ' ',
    '/',
    '"',
    "'",
    '=',
    '<!--',
    '-->',
    '<!-->',
    '--',
  ],
  ...[
    '<!',
    '<?',
    '</',
    '<a',
    '<a ',
    '</a',
    'x',
    '\0',
    '\n',
    'utf-16',
    'bogus',
    'x-user-defined',
    '<',
    '<x y="',
    '" ',
    'é',
  ],
];

it('the encoding that markup declares is the one of the steps of the standard, whatever the markup', () => {
  const page = fc
    .array(fc.constantFrom(...pieces), { maxLength: 12 })
    .map(parts => `${parts.join('')}><meta charset=koi8-r>`);
  fc.assert(
    fc.property(page, text => {
      expect(metaCharset(Buffer.from(text, 'latin1'))).toBe(standard(text));
    }),
    { numRuns: draws(10_000) },
  );
});
