import { describe, expect, test } from 'vitest';
import { templateOf } from '../../../shared/domain/turn/page-template.ts';
import { type PagePosition, TemplateSamples } from '../../../shared/steps/render/template-samples.ts';

/** Objects without content. */
class Names {
  readonly names = new Set<string>();

  async list(prefix: string): Promise<string[]> {
    return [...this.names].filter(name => name.startsWith(prefix));
  }

  async put(name: string): Promise<void> {
    this.names.add(name);
  }
}

function position(offset: number, pagesBefore = offset): PagePosition {
  return { phase: { level: 1, round: 0 }, cursor: { turn: 1, offset }, pagesBefore };
}

describe('samples of templates', () => {
  test('the first three pages are samples, then pages are left as they are', async () => {
    const samples = new TemplateSamples(new Names(), 1);
    const decisions: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      const decision = await samples.decide('t', `http://a.test/${i}`, position(i));
      decisions.push(decision);
      if (decision === 'sample') await samples.keep('t', position(i), false);
    }
    expect(decisions).toEqual(['sample', 'sample', 'sample', 'leave', 'leave', 'leave']);
  });

  test('a sample with links has all later pages rendered, and no earlier one', async () => {
    const objects = new Names();
    await new TemplateSamples(objects, 1).keep('t', position(5), true);
    // Another process, which goes on from the objects: a page before that sample is decided as if it were not there.
    const later = new TemplateSamples(objects, 1);
    expect(await later.decide('t', 'http://a.test/3', position(3))).toBe('sample');
    expect(await later.decide('t', 'http://a.test/5', position(5))).toBe('sample');
    expect(await later.decide('t', 'http://a.test/6', position(6))).toBe('render');
    expect(await later.decide('other', 'http://a.test/6', position(6))).toBe('sample');
    expect(await new TemplateSamples(objects, 2).decide('t', 'http://a.test/6', position(6))).toBe('sample');
  });

  test('one address in two hundred is a sample again', async () => {
    const samples = new TemplateSamples(new Names(), 1);
    for (let i = 0; i < 3; i += 1) await samples.keep('t', position(i), false);
    let again = 0;
    for (let i = 3; i < 20_000; i += 1)
      if ((await samples.decide('t', `http://a.test/${i}`, position(i))) === 'sample') again += 1;
    expect(again).toBeGreaterThan(60);
    expect(again).toBeLessThan(140);
  });

  test('beyond twelve, samples are a quarter of the pages at most', async () => {
    const samples = new TemplateSamples(new Names(), 1);
    let count = 0;
    for (let i = 0; i < 400; i += 1) {
      if ((await samples.decide(`t${i}`, `http://a.test/${i}`, position(i))) !== 'sample') continue;
      await samples.keep(`t${i}`, position(i), false);
      count += 1;
    }
    expect(count).toBeGreaterThan(90);
    expect(count).toBeLessThanOrEqual(100);
  });
});

describe('the template of a page', () => {
  const page = (items: number, name = 'list'): Uint8Array =>
    Buffer.from(`<body class=news><div class="${name}">${'<div class=item>x</div>'.repeat(items)}</div>`);

  test('is that of its folder and of the names in it, whatever its length and numbers', () => {
    const template = templateOf('http://a.test/news/first-story.html', page(3));
    expect(templateOf('http://a.test/news/second-story.html', page(300))).toBe(template);
    expect(templateOf('http://a.test/news/second-story.html', page(3, 'grid'))).not.toBe(template);
    expect(templateOf('http://a.test/sport/first-story.html', page(3))).not.toBe(template);
    expect(templateOf('http://a.test/2024/x', page(3))).toBe(templateOf('http://a.test/2025/y', page(3)));
    expect(templateOf('http://a.test/list?page=2', page(3))).toBe(templateOf('http://a.test/list?page=33', page(3)));
    expect(templateOf('http://a.test/list?page=2', page(3))).not.toBe(templateOf('http://a.test/list?day=2', page(3)));
  });
});
