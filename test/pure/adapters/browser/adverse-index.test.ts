import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Faults of pages that are clicked through (section 7 of the project's study), and the tests that show what happens. */
const cases: Readonly<Record<string, readonly string[]>> = {
  'dialogs in a loop, print, beforeunload': ['shows dialogs by the thousand, in a frame too, is answered and stays'],
  'an endless handler': ['hangs behind a press ends its browser, and what is beside the button is found from the path'],
  'an endless handler at each load': ['does so at each load ends its traversal'],
  'a handler that eats memory': ['eats memory ends its browser, and its other button is pressed'],
  'a million nodes': ['has a million nodes is pressed, or ends its browser and is left'],
  'parts of many megabytes': ['wants more of its site than is taken from it goes without, and this is counted'],
  'a renderer or browser that dies': [
    'that is killed under a press is replaced, and the button is pressed once more',
    'whose browser is killed at any load or press ends as if it had lived',
    'a crawl writes the very files of one that was not',
  ],
  'a browser that does not start': ['and %s is told of, and nothing of it is left'],
  'navigation by press, form, refresh, anchor': [
    'notes where buttons lead, stays on the page, and says what it did not press',
    'goes elsewhere, by script, refresh or anchor, stays, and the addresses are noted',
  ],
  'methods other than GET': ['sends nothing but GET'],
  'logout, delete, buy': ['asks for a consent gets it last, and what destroys is not pressed', '%s is never pressed'],
  'popups and states by the hundred': ['opens windows, or changes its address, by the hundred is noted fifty times'],
  'a button that adds a button, thousands of buttons': [
    'adds a button at each press, or has thousands, is left after a few',
    'a button that adds a button for ever stops when its family brought nothing',
  ],
  'clocks, tickers, chance': ['never looks the same twice has few states', 'makes no states of what changes by itself'],
  'advertisements and counters': ['is not asked of hosts of advertisements and counters, and their robots.txt neither'],
  'a root that differs': ['a root that differs at each load is asked for once where answers are recorded'],
  'a handler that changes after ten seconds': [
    'a handler that changes after ten seconds gives what it did before and after',
  ],
  'a page that does not survive its lists being cut': [
    'follows a list whose handler reads the list itself',
    'keeps its own count of a list that was emptied is read whole',
    'goes to pieces where the items of its list are emptied is built again, and its list is read whole',
  ],
  'downloads, file choosers, rights': ['offers files, asks for one or for rights gets nothing'],
  'ways to the network': [
    'opens no socket by any of fourteen ways',
    'waits for a stream or a socket has their addresses noted, and nobody asks for them',
  ],
  'shadow trees': ['finds buttons whose clicks a handler further up waits for, and those in shadow trees'],
  'frames, by the dozen too': [
    'frames are noted, also where they have no document; what stands in the page itself is read',
    'makes frames by the dozen has twenty of them loaded, and the others noted',
    'shadow trees tell pages apart, and links in them and in frames of the site are links of the page',
  ],
  'a canvas': ['draws its buttons is pressed in the middle of the picture'],
  'mining, intervals of no time': ['computes all the time, in workers too, costs the time that it was granted'],
  'answers that never end': ['waits for answers that never end, or never begin, is pressed after ten seconds'],
  'debuggers, patched prototypes': ['has patched what scripts use, and stops debuggers, is read all the same'],
  'walls against robots': ['answers as to a robot is not pressed'],
};

test.each(Object.entries(cases))('a page with %s has its tests', (_, titles) => {
  const folder = new URL('../../../', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.test.ts') && !name.endsWith('adverse-index.test.ts'),
  );
  const texts = files.map(name => readFileSync(new URL(name, folder), 'utf8'));
  // A title stands behind the bracket or comma of its call.
  const isThere = (title: string): boolean =>
    texts.some(text => ["'", '"', '`'].some(quote => text.includes(quote + title)));
  expect(titles.filter(title => !isThere(title))).toEqual([]);
});
