import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newDirectory } from '../crawl/crawl-run.ts';

/** Programs whose functions were compiled ahead. */

const scripts = fileURLToPath(new URL('../../scripts/', import.meta.url));
const { codePath } = createRequire(import.meta.url)(join(scripts, 'program-code.cjs')) as {
  readonly codePath: (file: string) => string;
};

function evaluate(script: string, file: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--eval', script, scripts, file], { encoding: 'utf8' });
  return stdout + stderr;
}

/** A program that was compiled ahead, and the file of its code. */
function compiled(): { readonly file: string; readonly code: string } {
  const folder = newDirectory();
  mkdirSync(folder);
  const file = join(folder, 'of.program.cjs');
  writeFileSync(file, "exports.tell = () => 'the first ' + require('node:path').basename(__filename);");
  const write = `const [, scripts, file] = process.argv;
    const { exported, write } = require(scripts + 'compile-program.cjs').compiling(file);
    process.stdout.write(exported.tell());
    write();`;
  expect(evaluate(write, file)).toBe('the first of.program.cjs');
  return { file, code: codePath(file) };
}

/** What the program tells, and whether its code was taken; else Node loads the file as any other module. */
function told(file: string): string {
  const run = `const [, scripts, file] = process.argv;
    const told = require(scripts + 'program-code.cjs').runProgram(file).tell();
    process.stdout.write(told + (file in require.cache ? ', as a module' : ', by its code'));`;
  return evaluate(run, file);
}

test('runs by its code', () => {
  expect(told(compiled().file)).toBe('the first of.program.cjs, by its code');
});

test('runs as any other module where its code is damaged, cut off, empty or of another source', () => {
  const { file, code } = compiled();
  const whole = readFileSync(code);
  const asModule = 'the first of.program.cjs, as a module';
  for (const at of [0, 4, 8, whole.length >> 1, whole.length - 1]) {
    const damaged = Uint8Array.from(whole);
    damaged[at]! ^= 1;
    writeFileSync(code, damaged);
    expect([at, told(file)]).toEqual([at, asModule]);
  }
  writeFileSync(code, whole);
  for (const length of [whole.length - 1, 8, 3, 0]) {
    truncateSync(code, length);
    expect([length, told(file)]).toEqual([length, asModule]);
  }
  writeFileSync(code, whole);
  // Of the same length: V8 compares no more than that.
  writeFileSync(file, readFileSync(file, 'latin1').replace('first', 'other'));
  expect(told(file)).toBe('the other of.program.cjs, as a module');
});

test('throws what the program throws', () => {
  const { file } = compiled();
  writeFileSync(file, "throw new RangeError('no such thing');");
  expect(told(file)).toContain('RangeError: no such thing');
});
