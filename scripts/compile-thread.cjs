/** The thread of `compile-ahead.js`: runs a program, and writes what was compiled of it when it is told to. */
const { BroadcastChannel, workerData } = require('node:worker_threads');
const { compiling } = require('./compile-program.cjs');

// What the program gets is in the place where it looks for it.
const { program, workerData: own } = workerData;
require('node:worker_threads').workerData = own;
const writeCode = compiling(program).write;
const orders = new BroadcastChannel('compile-ahead');
orders.unref();
orders.onmessage = ({ data }) => {
  if (data !== 'write') return;
  writeCode();
  orders.postMessage('written');
};
