import { describe, expect, test } from 'vitest';
import {
  type HostTemplate,
  isTemplateText,
  learnPage,
} from '../../../../../shared/wings/publications/extraction/text/host-template.ts';

const common = 'Our newspaper is read by half of the town every morning.';

function learnt(count: number, texts: (i: number) => readonly string[]): HostTemplate | undefined {
  let template: HostTemplate | undefined;
  for (let i = 0; i < count; i += 1) template = learnPage(template, { title: `Title ${i}`, texts: texts(i) });
  return template;
}

describe('the template of a host', () => {
  test('knows what other pages have too, from three pages on', () => {
    const two = learnt(2, i => [common, `Text ${i}`])!;
    expect(isTemplateText(two, 'Another')(common)).toBe(false);
    const three = learnt(3, i => [common, `Text ${i}`])!;
    expect(isTemplateText(three, 'Another')(common)).toBe(true);
    expect(isTemplateText(three, 'Another')('Text 1')).toBe(false);
  });

  test('does not hold a page against itself', () => {
    const template = learnt(4, i => (i < 2 ? [common] : [`Text ${i}`]))!;
    expect(isTemplateText(template, 'Another')(common)).toBe(true);
    expect(isTemplateText(template, 'Title 0')(common)).toBe(false);
  });

  test('learns a page once, and no near copy with the same title', () => {
    const once = learnPage(undefined, { title: 'Same', texts: [common] });
    expect(learnPage(once, { title: 'SAME ', texts: [common, 'more'] })).toBe(once);
  });

  test('is a value that outlives JSON', () => {
    const template = learnt(5, () => [common])!;
    expect(isTemplateText(JSON.parse(JSON.stringify(template)), 'x')(common)).toBe(true);
  });

  test('forgets a text that pages have no longer', () => {
    const old = learnt(6, () => ['An old notice of the host'])!;
    let template = old;
    for (let i = 0; i < 400; i += 1) template = learnPage(template, { title: `New ${i}`, texts: [common] });
    expect(isTemplateText(old, 'x')('An old notice of the host')).toBe(true);
    expect(isTemplateText(template, 'x')('An old notice of the host')).toBe(false);
    expect(isTemplateText(template, 'x')(common)).toBe(true);
  });

  test('is bounded', () => {
    let template: HostTemplate | undefined;
    for (let i = 0; i < 50; i += 1)
      template = learnPage(template, { title: `T${i}`, texts: Array.from({ length: 5_000 }, (_, k) => `${i} ${k}`) });
    expect(Object.keys(template!.texts).length).toBeLessThanOrEqual(4_000);
    expect(template!.titles.length).toBeLessThanOrEqual(60);
  });
});
