import { expect, test } from 'vitest';
import { monthBefore } from '../../../../../shared/wings/publications/watch/judge-entry.ts';

test.each([
  ['https://news.example/2025/03/', 'https://news.example/2025/02/'],
  ['https://news.example/archive/2025-1', 'https://news.example/archive/2024-12'],
  ['https://news.example/archive/2025-01?sort=asc', 'https://news.example/archive/2024-12?sort=asc'],
  ['https://news.example/news/2025.10.html', 'https://news.example/news/2025.09.html'],
  ['https://news.example/2025/10', 'https://news.example/2025/09'],
  ['https://news.example/2025/13/', undefined],
  ['https://news.example/2025/03/07/', undefined],
  ['https://news.example/2025/', undefined],
  ['https://news.example/item-2025/03/', undefined],
])('the month before that of %s', (address, before) => {
  expect(monthBefore(address)).toBe(before);
});
