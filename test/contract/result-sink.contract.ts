import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ResultSink } from '../../shared/ports/result-ports.ts';

export interface OpenSink {
  readonly sink: ResultSink;
  /** The bytes under a name; undefined where there is no such file. */
  read(name: string): Promise<string | undefined>;
  close(): Promise<void> | void;
}

/** The promises of every keeper of result files (`shared/ports/result-ports.ts`). */
export function resultSinkContract(open: () => OpenSink | Promise<OpenSink>): void {
  let opened: OpenSink;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => await opened.close());

  test('a file is seen when it is closed, and whole', async () => {
    const file = await opened.sink.create('graph/example.org.nodes.csv');
    await file.write('first\n');
    await file.write(Buffer.from('second\n'));
    expect(await opened.read('graph/example.org.nodes.csv')).toBeUndefined();
    await file.close();
    expect(await opened.read('graph/example.org.nodes.csv')).toBe('first\nsecond\n');
  });

  test('a file replaces the one before only when it is closed', async () => {
    for (const text of ['old', 'new']) {
      const file = await opened.sink.create('report.csv');
      await file.write(text);
      if (text === 'new') expect(await opened.read('report.csv')).toBe('old');
      await file.close();
    }
    expect(await opened.read('report.csv')).toBe('new');
  });

  test('of a file that is given up nothing appears, and the one before stays', async () => {
    const before = await opened.sink.create('report.csv');
    await before.write('kept');
    await before.close();
    for (const name of ['report.csv', 'other.csv']) {
      const file = await opened.sink.create(name);
      await file.write('half');
      await file.abort();
    }
    expect([await opened.read('report.csv'), await opened.read('other.csv')]).toEqual(['kept', undefined]);
  });

  test('a file may be empty, or large', async () => {
    const empty = await opened.sink.create('empty');
    await empty.close();
    const large = await opened.sink.create('large');
    for (let block = 0; block < 40; block += 1) await large.write(Buffer.alloc(100_000, 65 + (block % 26)));
    await large.close();
    expect(await opened.read('empty')).toBe('');
    expect((await opened.read('large'))?.length).toBe(4_000_000);
  });
}
