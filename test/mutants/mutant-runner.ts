import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { type Mutant, planted } from './mutant.ts';

const root = process.cwd();

/** The outcomes of the tests of one run. */
export interface TestRun {
  readonly passed: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  /** Why a file of tests could not be loaded. */
  readonly broken: readonly string[];
}

/** Runs tests of the repository, with a fault in the product or without. It is a Vitest of its own, whose files are transformed once. */
export class MutantRunner {
  readonly #vitest: Vitest;
  readonly #plant: (mutant: Mutant | undefined) => void;

  private constructor(vitest: Vitest, plant: (mutant: Mutant | undefined) => void) {
    this.#vitest = vitest;
    this.#plant = plant;
  }

  static async open(): Promise<MutantRunner> {
    let mutant: Mutant | undefined;
    const plugin = {
      name: 'mutants',
      enforce: 'pre' as const,
      transform: (code: string, id: string) =>
        mutant === undefined || id !== pathOf(mutant.file) ? undefined : { code: planted(code, mutant), map: null },
    };
    const vitest = await createVitest(
      {
        ...{ config: false, root, watch: false, reporters: [{}], pool: 'threads', maxWorkers: 1, testTimeout: 60_000 },
        // Files of one run share modules, as in their own tier. The next run has a new thread, and so the next mutant.
        isolate: false,
        // A file that is kept on disk would come without its fault.
        fsModuleCache: false,
      },
      { plugins: [plugin] },
    );
    return new MutantRunner(vitest, next => {
      mutant = next;
    });
  }

  async close(): Promise<void> {
    await this.#vitest.close();
  }

  /** All tests of files, without a fault. */
  async sound(files: readonly string[]): Promise<TestRun> {
    return await this.#run(files);
  }

  /** The one test that is to catch a mutant, with its fault planted. */
  async caught(mutant: Mutant): Promise<TestRun> {
    this.#plant(mutant);
    this.#vitest.invalidateFile(pathOf(mutant.file));
    try {
      return await this.#run([mutant.test], mutant.title);
    } finally {
      this.#plant(undefined);
      this.#vitest.invalidateFile(pathOf(mutant.file));
    }
  }

  async #run(files: readonly string[], title?: string): Promise<TestRun> {
    const only = title === undefined ? {} : { testNames: [title] };
    const project = this.#vitest.getRootProject();
    const specifications = files.map(file => project.createSpecification(pathOf(file), only));
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    const paths = new Set(files.map(pathOf));
    // Results of earlier runs are among them.
    const ran = testModules.filter(({ moduleId }) => paths.has(moduleId));
    return {
      passed: titlesOf(ran, 'passed'),
      failed: titlesOf(ran, 'failed'),
      broken: [...ran.flatMap(module => module.errors()), ...unhandledErrors].map(error => (error as Error).message),
    };
  }
}

function titlesOf(modules: readonly TestModule[], state: 'passed' | 'failed'): ReadonlySet<string> {
  return new Set(modules.flatMap(module => [...module.children.allTests(state)].map(({ fullName }) => fullName)));
}

function pathOf(file: string): string {
  return `${root}/${file}`;
}
