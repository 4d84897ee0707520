import type { BrowserContext, CDPSession, Page, Protocol } from 'puppeteer-core';
import type { AnswerPage } from '../../domain/http/page-answer.ts';
import type { PageIdentity } from '../../domain/http/request-identity.ts';
import { type FoundAddress, type FoundBy, leadsOn } from '../../domain/turn/found-address.ts';
import type { Snapshot } from '../../wings/clicking/traversal-driver.ts';
import { agentSource } from './agent/agent-source.ts';
import type { AgentNews, AgentSettings } from './agent/page-agent.ts';
import type { RunningChromium } from './chromium.ts';
import { PageRequests } from './page-requests.ts';
import { PageTime } from './page-time.ts';
import { type Delegates, findDelegates, type Listening, steadyWorld } from './page-world.ts';

export interface PageSetup extends PageIdentity {
  readonly url: string;
  readonly answer: AnswerPage;
  readonly agent: AgentSettings;
  readonly refused?: (method: string, url: string) => void;
  /** Frames of the page's own origin that are loaded; further ones, and those of other origins, are noted and stay empty. */
  readonly frames: number;
  /** False: workers of the page do nothing. */
  readonly workers?: boolean;
}

const world = 'orbweaver';
const listenerGroup = 'listeners';
const nothingFound: Delegates = { elements: [], observesSight: false, globals: [], opened: [], dialogs: 0 };
/** The page's own scripts share one property with us; its name says nothing. */
const shared = '__o7w';
const mostHistory = 50;
const mostPopups = 50;
/** Elements whose handlers are reported to the agent together. */
const atOnce = 200;
const mostClosedTrees = 1_000;
const mostDrawingMs = 500;
/** Time that is granted to a burst of presses at once: short, so that slow pages do not count as hanging. */
const burstGrantMs = 100;
const grantsPerPress = 12;
/** The page's own window and those of frames that are looked at. */
const mostWindows = 21;
/** Screens that one press of `scroll` goes down, at most. */
const mostParts = 100;

/** Events of a press that a handler of the document may wait for, whatever was pressed. */
const gestures = /^(click|(mouse|pointer)(down|up)|touch(start|end)|key(down|up|press)|change|input)$/;
/** Events that a person can cause at an element; an element with a listener for such an event is a button. */
const pressed =
  /^(click|dblclick|auxclick|contextmenu|mouse(down|up|over|out|enter|leave|move)|pointer(down|up|over|out|enter|leave)|touch(start|end)|key(down|up|press)|focus(in|out)?|blur|change|input)$/;

/** The tags of an Accept-Language field, best first: the browser makes weights of their order itself. */
function byWeight(field: string): string {
  const weighted = field.split(',').map(range => {
    const [tag, weight = '1'] = range.split(/ ?; ?q=/);
    return { tag: tag!.trim(), weight: Number(weight) };
  });
  return weighted
    .filter(({ tag, weight }) => tag !== '*' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
    .join(',');
}

/**
 * One load of one page in its own context, without a trace of the loads before. Everything that the page does is
 * seen through here: addresses, texts, states. Calls throw `PageHung` where the page does not answer, and what
 * puppeteer throws where the page is gone.
 */
export class LoadedPage {
  readonly requests: PageRequests;
  /** Undefined if the browser is for this load only, and ends with it. */
  readonly #context: BrowserContext | undefined;
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #time: PageTime;
  readonly #setup: PageSetup;
  #world: number | undefined;
  #found: FoundAddress[] = [];
  #asked: string[] = [];
  #history = 0;
  #popups = 0;
  #dialogs = 0;
  /** By node: what was sent to the agent of its handlers. */
  #told = new Map<number, string>();
  #objects = new Map<number, string>();
  /** Where scripts of frames run, in the order in which they came. */
  readonly #frameWorlds = new Set<number>();
  /** By node, of documents and bodies: types of events that they listen to. */
  #roots = new Map<number, readonly string[]>();
  crashed = false;

  private constructor(
    context: BrowserContext | undefined,
    page: Page,
    session: CDPSession,
    mainFrame: string,
    setup: PageSetup,
  ) {
    this.#context = context;
    this.#page = page;
    this.#session = session;
    this.#setup = setup;
    this.requests = new PageRequests(session, mainFrame, setup, {
      found: (url, by) => this.#note(url, by),
      asked: url => this.#asked.push(url),
      refused: (method, url) => setup.refused?.(method, url),
    });
    this.#time = new PageTime(session, this.requests);
  }

  static async open({ browser, isForOneLoad }: RunningChromium, setup: PageSetup): Promise<LoadedPage> {
    const context = isForOneLoad ? undefined : await browser.createBrowserContext();
    const page = await (context ?? browser).newPage();
    const session = await page.createCDPSession();
    const { frameTree } = await session.send('Page.getFrameTree');
    const loaded = new LoadedPage(context, page, session, frameTree.frame.id, setup);
    await loaded.#prepare(frameTree.frame.id);
    return loaded;
  }

  async #prepare(mainFrame: string): Promise<void> {
    const { agent, userAgent, acceptLanguage: wanted = 'en-US', url, workers = true } = this.#setup;
    const acceptLanguage = byWeight(wanted);
    this.#listen(mainFrame);
    const send = this.#session.send.bind(this.#session);
    await Promise.all([send('Page.enable'), send('Runtime.enable'), send('DOM.enable'), send('Network.enable')]);
    await Promise.all([
      send('Network.setBypassServiceWorker', { bypass: true }),
      send('Network.setCacheDisabled', { cacheDisabled: true }),
      send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage }),
      send('Page.setDownloadBehavior', { behavior: 'deny' }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: callOf(steadyWorld, { name: shared, workers }) }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: agentSource(agent), worldName: world }),
    ]);
    await this.requests.start(url);
  }

  #listen(mainFrame: string): void {
    const session = this.#session;
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean };
      if (context.name === world && frameId === mainFrame) this.#enterWorld(context.id);
      if (isDefault === true && frameId !== mainFrame) this.#frameWorlds.add(context.id);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#frameWorlds.delete(executionContextId);
    });
    session.on('Page.windowOpen', ({ url }) => this.#notePopup(url));
    session.on('Page.frameRequestedNavigation', ({ url, frameId }) => {
      if (frameId === mainFrame) this.#note(url, 'click');
    });
    session.on('Page.navigatedWithinDocument', ({ url, frameId }) => {
      if (frameId !== mainFrame) return;
      this.#history += 1;
      if (this.#history <= mostHistory) this.#note(url, 'history');
      else this.requests.refuse('history');
    });
    session.on('Network.webSocketCreated', ({ url }) => this.#note(url.replace(/^ws/i, 'http'), 'request'));
    session.on('Page.javascriptDialogOpening', () => {
      this.requests.refuse('dialog');
      void session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined);
    });
    session.on('Inspector.targetCrashed', () => {
      this.crashed = true;
    });
  }

  #enterWorld(id: number): void {
    this.#world = id;
    this.#told = new Map();
    this.#objects = new Map();
    this.#roots = new Map();
  }

  #notePopup(url: string): void {
    if (!/^https?:/i.test(url)) return;
    this.#popups += 1;
    if (this.#popups <= mostPopups) this.#note(url, 'popup');
    else this.requests.refuse('popup');
  }

  #note(url: string, by: FoundBy): void {
    if (/^https?:/i.test(url) && this.#found.length < 100_000) this.#found.push({ url, by });
  }

  /** Loads the page and lets `ms` of its time pass. Answers the status of its document; undefined: there was none. */
  async load(ms: number): Promise<number | undefined> {
    this.requests.open();
    // The first millisecond is over before the page is requested: whether its scripts begin before or behind it would be chance.
    await this.#time.grant(1, true);
    await this.#time.bounded(this.#session.send('Page.navigate', { url: this.#setup.url }));
    this.requests.close();
    await this.#time.grant(ms);
    return this.requests.documentStatus;
  }

  /** Lets time pass in windows until the page is quiet, five at most. */
  async settle(windowMs: number): Promise<void> {
    const isWatched = await this.#waitsForDrawing();
    for (let i = 0; i < 5; i += 1) {
      if (isWatched) await this.#drawn();
      const before = this.requests.answered + this.requests.underWay;
      await this.#time.grant(windowMs);
      const isQuiet = this.requests.answered + this.requests.underWay === before;
      if (!(await this.call<boolean>('changed')) && isQuiet) return;
    }
  }

  /** Shows what a person sees who scrolls from the top to the end, with `windowMs` of the page's time for each part. */
  async scrollThrough(windowMs: number): Promise<void> {
    const isWatched = await this.#waitsForDrawing();
    for (let i = 0; i < mostParts && (await this.call<boolean>('scrollOn')); i += 1) {
      if (isWatched) await this.#drawn();
      await this.#time.grant(windowMs);
    }
  }

  /** Waits until the page was drawn, or for half a second where nothing draws it. */
  async #drawn(): Promise<void> {
    const drawn = this.call('drawn');
    // A page that hangs is noticed by the next call.
    drawn.catch(() => undefined);
    await Promise.race([drawn, new Promise(resolve => setTimeout(resolve, mostDrawingMs))]);
  }

  /** Whether the page waits for frames: the browser reports sight, and the end of a dialog, when it has drawn the next one. */
  async #waitsForDrawing(): Promise<boolean> {
    const observes = `typeof ${shared} === 'function' && ${shared}().observesSight`;
    const expression = `(${observes}) || document.querySelector('dialog') !== null`;
    const { result } = await this.#time.bounded(
      this.#session.send('Runtime.evaluate', { expression, returnByValue: true }),
    );
    return result.value === true;
  }

  async wait(ms: number): Promise<void> {
    await this.#time.grant(ms);
  }

  /** Presses a button. Answers how many presses were made; -1: the button is not there. */
  async press(key: string, times: number, whole: boolean): Promise<number> {
    const made = this.call<number>('press', key, times, whole);
    let isOver = false;
    const over = made.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    if (times === 1) return await over;
    // Each of its presses takes a second of the page's time at most.
    for (let i = 0; i < grantsPerPress * times && !isOver; i += 1) {
      await Promise.race([over, this.#time.grant(burstGrantMs)]);
    }
    return await over;
  }

  /** The state of the page, after its handlers have been looked up again. */
  async snapshot(): Promise<Snapshot> {
    await this.#tellHandlers();
    return await this.call<Snapshot>('snapshot');
  }

  async news(): Promise<PageNews> {
    const news = await this.call<AgentNews>('news');
    const found = [...this.#found, ...news.found];
    const requests = this.#asked;
    this.#found = [];
    this.#asked = [];
    const byUrl = new Map<string, FoundAddress>();
    for (const each of found) {
      const known = byUrl.get(each.url);
      if (known === undefined) byUrl.set(each.url, each);
      else if (each.link === true || !leadsOn(known))
        byUrl.set(each.url, leadsOn(known) ? { ...known, link: true } : each);
    }
    return {
      found: [...byUrl.values()],
      texts: news.texts,
      hashes: news.hashes,
      requests,
    };
  }

  /** Calls a function of the agent in its world. */
  async call<T>(name: string, ...values: readonly unknown[]): Promise<T> {
    const expression = `orbweaver.${name}(${values.map(value => JSON.stringify(value)).join(',')})`;
    const answer = await this.#time.bounded(
      this.#session.send('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
        ...(this.#world !== undefined && { contextId: this.#world }),
      }),
    );
    if (answer.exceptionDetails !== undefined) {
      throw new Error(`${expression.slice(0, 80)}: ${answer.exceptionDetails.exception?.description ?? 'failed'}`);
    }
    return answer.result.value as T;
  }

  /** The document as it is now, with what its scripts have made of it; shadow trees are `<template shadowrootmode>`. */
  async html(): Promise<string> {
    const { root } = await this.#time.bounded(this.#session.send('DOM.getDocument', { depth: 0 }));
    const { outerHTML } = await this.#time.bounded(
      this.#session.send('DOM.getOuterHTML', { nodeId: root.nodeId, includeShadowDOM: true }),
    );
    return outerHTML;
  }

  /** Where links lead that are in a frame of the page's own origin. `html`: the document, which has those of shadow trees. */
  async frameLinks(html: string): Promise<readonly string[]> {
    if (html.includes('<template shadowrootmode="closed"')) await this.#tellClosedTrees();
    return await this.call<string[]>('frameLinks');
  }

  async #tellClosedTrees(): Promise<void> {
    const { root } = await this.#time.bounded(this.#session.send('DOM.getDocument', { depth: -1, pierce: true }));
    for (const { backendNodeId } of closedTreesOf(root).slice(0, mostClosedTrees)) {
      const objectId = await this.#objectOf(backendNodeId);
      if (objectId === undefined) continue;
      const functionDeclaration = 'function () { orbweaver.closedTree(this); }';
      await this.#time.bounded(this.#session.send('Runtime.callFunctionOn', { functionDeclaration, objectId }));
    }
  }

  /** A PNG of what is shown. */
  async screenshot(): Promise<Uint8Array> {
    const { data } = await this.#time.bounded(this.#session.send('Page.captureScreenshot', { format: 'png' }));
    return Buffer.from(data, 'base64');
  }

  async #tellHandlers(): Promise<void> {
    const { types, routes, clicks, elements, scrolls } = await this.#listeners();
    const gone = [...this.#told.keys()].filter(node => !elements.has(node));
    const all = [...elements, ...gone.map(node => [node, []] as const)];
    for (let i = 0; i < all.length; i += atOnce) {
      await Promise.all(all.slice(i, i + atOnce).map(([node, listeners]) => this.#tell(node, listeners)));
    }
    const atRoot = new Set([...types, ...[...this.#roots.values()].flat().filter(type => gestures.test(type))]);
    const changes = atRoot.has('change') || atRoot.has('input');
    const root = [...atRoot].some(type => type !== 'change' && type !== 'input');
    const delegates = await this.#delegates({ any: clicks || root, window: types.size > 0, root, changes });
    await this.call('delegated', delegates.elements, [...atRoot.add('click')].sort(), routes);
    for (const url of delegates.opened) this.#notePopup(url);
    for (; this.#dialogs < delegates.dialogs; this.#dialogs += 1) this.requests.refuse('dialog');
    await this.call('scrolls', scrolls || delegates.observesSight);
    for (const url of delegates.globals) {
      const absolute = URL.parse(url, this.#setup.url);
      if (absolute !== null) this.#note(absolute.href, 'load');
    }
  }

  async #delegates(listens: Listening): Promise<Delegates> {
    const expression = callOf(findDelegates, { name: shared, listens });
    const { result } = await this.#time.bounded(
      this.#session.send('Runtime.evaluate', { expression, returnByValue: true }),
    );
    return (result.value as Delegates | undefined) ?? nothingFound;
  }

  /** A single call finds all listeners of the document and its frames, a further call the listeners of each window. */
  async #listeners(): Promise<Listeners> {
    const found: Listeners = { types: new Set(), routes: false, clicks: false, elements: new Map(), scrolls: false };
    for (const listener of await this.#listenersOf('document', -1)) sortListener(found, listener, false);
    for (const contextId of [undefined, ...this.#frameWorlds].slice(0, mostWindows)) {
      for (const listener of await this.#listenersOf('window', 1, contextId)) sortListener(found, listener, true);
    }
    await this.#session.send('Runtime.releaseObjectGroup', { objectGroup: listenerGroup });
    return found;
  }

  async #listenersOf(
    expression: string,
    depth: number,
    contextId?: number,
  ): Promise<readonly Protocol.DOMDebugger.EventListener[]> {
    const settings = { expression, objectGroup: listenerGroup, ...(contextId !== undefined && { contextId }) };
    const evaluated = this.#session.send('Runtime.evaluate', settings);
    // A frame may leave the page in between.
    const answer = await this.#time.bounded(contextId === undefined ? evaluated : evaluated.catch(() => undefined));
    const objectId = answer?.result.objectId;
    if (objectId === undefined) return [];
    const { listeners } = await this.#time.bounded(
      this.#session.send('DOMDebugger.getEventListeners', { objectId, depth, pierce: true }),
    );
    return listeners;
  }

  async #tell(node: number, listeners: readonly Listener[]): Promise<void> {
    const types = [...new Set(listeners.map(({ type }) => type))].sort();
    const sources = listeners.map(({ source }) => source).sort();
    const told = JSON.stringify([types, sources]);
    if (this.#told.get(node) === told) return;
    const objectId = await this.#objectOf(node);
    if (objectId === undefined) return;
    if (listeners.length === 0) this.#told.delete(node);
    else this.#told.set(node, told);
    const { result } = await this.#time.bounded(
      this.#session.send('Runtime.callFunctionOn', {
        functionDeclaration: `function (types, sources) {
          const element = this.nodeType === 9 ? this.documentElement : this.nodeType === 11 ? this.host : this;
          if (element?.nodeType === 1) orbweaver.handlers(element, types, sources);
          return this.nodeType === 9 || this === this.ownerDocument?.body;
        }`,
        objectId,
        arguments: [{ value: types }, { value: sources }],
        returnByValue: true,
      }),
    );
    if (result.value === true) this.#roots.set(node, types);
  }

  async #objectOf(node: number): Promise<string | undefined> {
    const known = this.#objects.get(node);
    if (known !== undefined || this.#world === undefined) return known;
    try {
      const { object } = await this.#session.send('DOM.resolveNode', {
        backendNodeId: node,
        executionContextId: this.#world,
      });
      if (object.objectId !== undefined) this.#objects.set(node, object.objectId);
      return object.objectId;
    } catch {
      return undefined; // The node left the page in between.
    }
  }

  async close(): Promise<void> {
    if (this.#context === undefined) return;
    await this.#page.close({ runBeforeUnload: false });
    await this.#context.close();
  }
}

/** Addresses that the page has revealed since the last question. */
interface PageNews extends AgentNews {
  readonly requests: readonly string[];
}

/** Of the document and of frames in it. */
function closedTreesOf(root: Protocol.DOM.Node): readonly Protocol.DOM.Node[] {
  const found: Protocol.DOM.Node[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.shadowRootType === 'closed') found.push(node);
    const { children = [], shadowRoots = [], contentDocument } = node;
    open.push(...children, ...shadowRoots, ...(contentDocument === undefined ? [] : [contentDocument]));
  }
  return found;
}

interface Listener {
  readonly type: string;
  readonly source: string;
}

interface Listeners {
  /** Of windows. */
  readonly types: Set<string>;
  /** Whether a script hears of a new hash. */
  routes: boolean;
  /** Whether anything waits for a click. */
  clicks: boolean;
  readonly elements: Map<number, Listener[]>;
  scrolls: boolean;
}

function sortListener(found: Listeners, listener: Protocol.DOMDebugger.EventListener, isWindow: boolean): void {
  const { type, backendNodeId } = listener;
  if (type === 'scroll' || type === 'wheel') found.scrolls = true;
  if (type === 'hashchange' || type === 'popstate') found.routes = true;
  if (!pressed.test(type)) return;
  const source = (listener.originalHandler ?? listener.handler)?.description ?? '';
  if (isWindow && source.startsWith(`function ${shared}(`)) return;
  if (type === 'click') found.clicks = true;
  if (isWindow || backendNodeId === undefined) {
    if (gestures.test(type)) found.types.add(type);
    return; // Pressed with any element: events of all of them come here.
  }
  const known = found.elements.get(backendNodeId);
  if (known === undefined) found.elements.set(backendNodeId, [{ type, source }]);
  else known.push({ type, source });
}

function callOf<T>(work: (settings: T) => unknown, settings: T): string {
  return `(${work.toString()})(${JSON.stringify(settings)})`;
}
