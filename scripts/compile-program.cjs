/** Runs a program of `dist/` so that what was compiled of it can be written. */
const { readFileSync, writeFileSync } = require('node:fs');
const v8 = require('node:v8');
const { codePath, evaluate, packCode, scriptOf } = require('./program-code.cjs');

/** `exported`: what the program exports. `write` writes the code that V8 has compiled until then. */
function compiling(program) {
  // V8 takes code only with the flags with which it was written, and a program begins with those of Node.
  v8.setFlagsFromString = () => {};
  const source = readFileSync(program);
  const script = scriptOf(program, source);
  const exported = evaluate(program, script);
  return { exported, write: () => writeFileSync(codePath(program), packCode(source, script.createCachedData())) };
}

module.exports = { compiling };
