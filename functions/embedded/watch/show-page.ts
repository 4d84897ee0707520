import type { Browsers } from '../../../shared/adapters/browser/open.ts';
import { localProcesses } from '../../../shared/adapters/local/open.ts';
import { sniffEncoding } from '../../../shared/domain/html/decode-text.ts';
import type { AnswerPage } from '../../../shared/domain/http/page-answer.ts';
import { type PageIdentity, pageIdentityIn } from '../../../shared/domain/http/request-identity.ts';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { traverseDefaults } from '../../../shared/domain/spec/traverse-options.ts';
import type { FoundAddress } from '../../../shared/domain/turn/found-address.ts';
import type { Renderer } from '../../../shared/ports/page-ports.ts';
import { AddressSet } from '../../../shared/wings/clicking/address-set.ts';
import type { TraversalFinds } from '../../../shared/wings/clicking/press-judge.ts';
import { Traversal } from '../../../shared/wings/clicking/traversal.ts';
import { traversalSettings } from '../../../shared/wings/clicking/traversal-settings.ts';
import type {
  PageToShow,
  PressedButton,
  ShowFailure,
  ShownPage,
} from '../../../shared/wings/publications/finding/page-shower.ts';
import { browserExecutable } from '../local-rendering.ts';

/** Presses of one page: enough to learn that a list grows, and not to read it. */
const mostPresses = 8;
/** No button is pressed so long after the first, ms. */
const longestMs = 60_000;

/** How a path says that a button was pressed several times in a row. */
const severalTimes = / ×\d+$/;

const failures: Readonly<Record<Exclude<ShowFailure, 'no-browser'>, string>> = {
  hung: 'the page did not answer in the browser',
  crashed: "the page's process died in the browser",
  'too-large': 'the document is too large after its scripts have run',
};

/** Shows pages of a source that is being looked at for the first time, in its own browsers. A browser starts with the first page. */
export class PageShower {
  readonly #identity: PageIdentity;
  #opened: Promise<{ readonly browsers: Browsers; readonly renderer: Renderer }> | undefined;

  constructor(identity: PageIdentity) {
    this.#identity = pageIdentityIn(identity);
  }

  async show(page: PageToShow): Promise<ShownPage> {
    const answer = withDocument(page);
    const { address } = page;
    try {
      const { renderer } = await this.#browser();
      const rendered = await renderer.render({ address, ...this.#identity, answer });
      if (rendered.kind !== 'rendered') return { kind: 'none', why: rendered.kind, detail: failures[rendered.kind] };
      return {
        kind: 'shown',
        html: rendered.html,
        presses: page.presses === false ? [] : await this.#pressed(address, answer),
      };
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      return { kind: 'none', why: 'no-browser', detail: error.sentences.join(' ') };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#opened)?.renderer.close();
  }

  async #browser(): Promise<{ readonly browsers: Browsers; readonly renderer: Renderer }> {
    this.#opened ??= (async () => {
      const { openBrowsers, openRenderer } = await import('../../../shared/adapters/browser/open.ts');
      const chromium = { processes: localProcesses(), ...browserExecutable() };
      const browsers = openBrowsers(chromium);
      return { browsers, renderer: openRenderer(chromium, browsers) };
    })();
    return await this.#opened;
  }

  async #pressed(url: string, answer: AnswerPage): Promise<readonly PressedButton[]> {
    const { openPageDriver } = await import('../../../shared/adapters/browser/open.ts');
    const { browsers } = await this.#browser();
    const settings = traversalSettings({ ...traverseDefaults, clicks: mostPresses, wholeLists: true, pairs: 0 });
    const { loadMs, windowMs, idleMs } = traverseDefaults;
    const page = { url, ...this.#identity, answer, loadMs, windowMs, idleMs, buttons: settings.buttons };
    const driver = openPageDriver(page, browsers);
    const finds = new PressFinds();
    try {
      const traversal = new Traversal(driver, finds, settings);
      const end = performance.now() + longestMs;
      while ((await traversal.step()) === undefined && performance.now() < end);
      return finds.presses;
    } finally {
      await driver.close();
    }
  }
}

/** Addresses that presses bring, by the text of the last button. None that the page shows unpressed is among them. */
class PressFinds implements TraversalFinds {
  readonly #known = new AddressSet();
  readonly #presses = new Map<string, string[]>();

  get presses(): readonly PressedButton[] {
    return [...this.#presses].map(([text, addresses]) => ({ text, addresses }));
  }

  async found(addresses: readonly FoundAddress[], path: readonly string[]): Promise<readonly boolean[]> {
    const text = path.at(-1)?.replace(severalTimes, '');
    return addresses.map(({ url, by }) => {
      if (!this.#known.add(url)) return false;
      // Requests of scripts are not links that the press has shown.
      if (text !== undefined && by !== 'request') this.#presses.set(text, [...(this.#presses.get(text) ?? []), url]);
      return true;
    });
  }

  /** The list is not read to its end here. */
  async promoted(): Promise<void> {}
}

/** The document is there already, with the encoding that we take it to have; the rest is requested. */
function withDocument({ address, body, contentType, answer }: PageToShow): AnswerPage {
  const { encoding } = sniffEncoding({ body, contentType });
  const headers = [['content-type', `text/html; charset=${encoding}`]] as const;
  return async request => (request.address === address ? { status: 200, headers, body } : await answer(request));
}
