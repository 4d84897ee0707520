import { builtScript } from '../../bench/traverse/framework-scripts.ts';
import type { Pages } from './loopback-site.ts';

export const frameworks = ['jquery', 'react', 'preact', 'vue', 'svelte', 'solid', 'angular'] as const;

/** `/react` and so on: three elements that are no buttons by their tags; a press of the n-th shows `/found/n`. */
export function frameworkPages(): Pages {
  return Object.fromEntries(
    frameworks.flatMap(name => [
      [
        `/${name}`,
        `<!doctype html><title>${name}</title><div id="app"></div><script src="/built/${name}.js"></script>`,
      ],
      [`/built/${name}.js`, { headers: { 'content-type': 'text/javascript' }, body: builtScript(name) }],
    ]),
  );
}
