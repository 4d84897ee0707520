/** Programs of Python as their users have them, from PyPI, where Python is found: installed once into `.work/`. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPython, run, workFolder } from './programs.ts';

const pythons = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

interface PythonPackages {
  /** One sentence that says what is missing; undefined where the packages can be used. */
  whyNot(): Promise<string | undefined>;
  /** Path of the Python that has the packages. */
  python(): Promise<string>;
}

/** `requirements`: as pip takes them, with versions. `since`: the least version of Python, for example `(3, 9)`. */
export function pythonPackages(name: string, requirements: readonly string[], since = '(3, 9)'): PythonPackages {
  const folder = join(workFolder, name);
  const found = async () =>
    await findPython(pythons, `${since} <= sys.version_info and __import__("venv") and __import__("ensurepip")`);
  const whyNot = async () => {
    if (existsSync(folder) || (await found()) !== undefined) return undefined;
    return `skipped: ${name} (no Python ${since.slice(1, -1).replace(', ', '.')} or later with venv)`;
  };
  return {
    whyNot,
    python: async () => {
      const installed = join(folder, 'bin', 'python');
      if (existsSync(folder)) return installed;
      const python = await found();
      if (python === undefined) throw new Error(await whyNot());
      await mkdir(workFolder, { recursive: true });
      const staging = await mkdtemp(join(workFolder, 'staging-'));
      try {
        await run(python, ['-m', 'venv', staging]);
        await run(join(staging, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...requirements]);
        if (!existsSync(folder)) await rename(staging, folder);
      } finally {
        await rm(staging, { recursive: true, force: true });
      }
      return installed;
    },
  };
}
