/*
 * Runs a program of `dist/` with functions that were compiled ahead. Node keeps compiled code, too, but writes it before a function runs for the
 * first time, so that most functions are compiled at each start. `compile-ahead.js` crawls a few pages and keeps what was compiled by then. V8 takes that code
 * only in the same version, with the same flags and for a source of the same length; without it the program runs as any other module.
 */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/** Bytes of the checksums before the code: of the program, and of the code. */
const headBytes = 8;

/** What the program exports. Throws what the program throws. */
function runProgram(file) {
  const kept = read(codePath(file));
  if (kept === undefined) return require(file);
  const source = readFileSync(file);
  const code = codeFor(source, kept);
  const script = code === undefined ? undefined : scriptOf(file, source, code);
  return script?.cachedDataRejected === false ? evaluate(file, script) : require(file);
}

/** `source` is ASCII, so each letter takes a byte. A script cannot import, so it gets `importHere`. */
function scriptOf(file, source, code) {
  return new Script(`(function(exports,require,module,__filename,__dirname,importHere){${source.latin1Slice()}\n})`, {
    filename: file,
    cachedData: code,
  });
}

function evaluate(file, script) {
  const module = { exports: {} };
  const importHere = specifier => import(specifier);
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file), importHere);
  return module.exports;
}

/** What `kept` has for this source; undefined: it is of another one, or damaged. */
function codeFor(source, kept) {
  if (kept.length < headBytes) return undefined;
  const code = kept.subarray(headBytes);
  return kept.readUInt32LE(0) === crc32(source) && kept.readUInt32LE(4) === crc32(code) ? code : undefined;
}

function read(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of a program, for this Node. */
function codePath(file) {
  return `${file}.${process.version}-${process.arch}.code`;
}

/** The bytes of the file with `code`. */
function packCode(source, code) {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(crc32(source), 0);
  head.writeUInt32LE(crc32(code), 4);
  return Buffer.concat([head, code]);
}

module.exports = { codePath, evaluate, packCode, runProgram, scriptOf };
