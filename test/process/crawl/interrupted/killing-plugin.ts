import { writeFileSync } from 'node:fs';

/**
 * A plugin whose page analyzer `killer` kills its process at the first page of `level`, once: the bodies of that page's turn are
 * stored then, and not parsed. It and its mark are beside `directory`.
 */
export function killingPlugin(directory: string, level: number): string {
  const [plugin, mark] = [`${directory}.mjs`, `${directory}.mark`];
  writeFileSync(mark, '');
  writeFileSync(
    plugin,
    `import { existsSync, rmSync } from 'node:fs';
     const analyze = page => {
       if (page.level < ${level} || !existsSync(${JSON.stringify(mark)})) return;
       rmSync(${JSON.stringify(mark)});
       process.kill(process.pid, 'SIGKILL');
     };
     export const analyzers = [{ name: 'killer', analyze }];`,
  );
  return plugin;
}
