import { localProcesses } from '../../shared/adapters/local/open.ts';
import type * as Ports from '../../shared/ports.ts';
import type { RenderTurn } from '../../shared/steps/fetch/turn.ts';
import { StoredRecord } from '../../shared/steps/page/answer-record.ts';
import { renderWith } from '../../shared/steps/render/render-pages.ts';

/** The loader of a crawl's pages in a browser. */
export interface LocalRendering {
  readonly render: RenderTurn;
  /** Ends the browsers. */
  close(): Promise<void>;
}

/** A browser starts with the first page. */
export function localRendering(objects: Ports.AnswerObjects): LocalRendering {
  const [renderer, traverser] = [new LazyRenderer(), new LazyTraverser()];
  const record = new StoredRecord(objects);
  return {
    render: renderWith({ renderer, traverser, record, sites: new Map(), lines: new Map() }),
    close: async () => {
      await renderer.close();
      await traverser.close();
    },
  };
}

/** A part of the browser's adapter. Nothing of the browser is loaded before the first page. */
class Lazy<T extends { close(): Promise<void> }> {
  readonly #open: () => Promise<T>;
  #opened: Promise<T> | undefined;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  async use<Result>(work: (part: T) => Promise<Result>): Promise<Result> {
    this.#opened ??= this.#open();
    return await work(await this.#opened);
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }
}

class LazyRenderer implements Ports.Renderer {
  readonly #renderer = new Lazy(async () => {
    const { openRenderer } = await import('../../shared/adapters/browser/open.ts');
    return openRenderer({ processes: localProcesses(), ...browserExecutable() });
  });

  async render(page: Ports.PageToRender): Promise<Ports.RenderedPage> {
    return await this.#renderer.use(renderer => renderer.render(page));
  }

  async close(): Promise<void> {
    await this.#renderer.close();
  }
}

class LazyTraverser implements Ports.Traverser {
  readonly #traverser = new Lazy(async () => {
    const { openTraverser } = await import('../../shared/adapters/browser/open.ts');
    return openTraverser({ processes: localProcesses(), ...browserExecutable() });
  });

  async goOn(page: Ports.PageToTraverse): Promise<Ports.TraversalSlice> {
    return await this.#traverser.use(traverser => traverser.goOn(page));
  }

  async close(): Promise<void> {
    await this.#traverser.close();
  }
}

/** The browser that the user names. */
export function browserExecutable(): { readonly executable?: string } {
  const { ORBWEAVER_BROWSER: path = '' } = process.env;
  return path === '' ? {} : { executable: path };
}
