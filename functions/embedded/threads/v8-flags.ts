/**
 * Flags of V8, for all threads of this process. V8 takes compiled code from a cache only while its flags are those with which the
 * code was compiled; Node brings such a cache for its own modules. With any other flag each thread that starts compiles its modules anew, which takes 0.05 s.
 * So these are set when modules and threads are loaded. `orbweaver.js` sets those that do not count for the cache.
 */
import { setFlagsFromString } from 'node:v8';

/** Before this process fetches, and behind the start of its state thread. */
export function tuneForFetching(): void {
  collectSeldom();
  // Objects of this thread live for a moment, and pages lie outside of the heap. A larger space would only take longer to fill.
  letYoungSpaceGrow(false);
  keepWasmCode();
  // The parser of answers is one function of 33 KB. To optimize it takes 0.1 s and 22 MB, so a crawl does it after some hundred pages.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
}

/** Bodies count as memory of the heap, so V8 would mark all of it again for every 20 MB of pages. */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

export function letYoungSpaceGrow(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
}

/** For several threads that run WebAssembly: the loader of TypeScript, and the parser of answers (`orbweaver.js`). */
export function keepWasmCode(): void {
  setFlagsFromString('--no-wasm-code-gc');
}
