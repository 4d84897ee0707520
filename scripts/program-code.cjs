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
  const source = readFileSync(file);
  const code = codeFor(file, source);
  if (code !== undefined) {
    const script = scriptOf(file, source, code);
    if (!script.cachedDataRejected) return evaluate(file, script);
  }
  return require(file);
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

/** Code of this Node for this source; undefined: there is none, or it is damaged. */
function codeFor(file, source) {
  const kept = read(codePath(file));
  if (kept === undefined || kept.length < headBytes) return undefined;
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
