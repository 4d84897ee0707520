import { type CompiledRobots, compileRobots, rememberRules } from '../../shared/domain/robots/match-robots.ts';
import { parseRobots } from '../../shared/domain/robots/parse-robots.ts';
import { answerWith, liveBytes } from './small-heap.ts';

export interface RobotsFiles {
  readonly files: number;
  readonly bytes: number;
}

export interface RememberedFiles {
  readonly remembered: number;
  readonly bytesOfOne: number;
}

await answerWith<RobotsFiles>(async ({ files, bytes }) => {
  const known = new Map<string, CompiledRobots | undefined>();
  const before = liveBytes();
  let bytesOfOne = 0;
  for (let file = 0; file < files; file += 1) {
    rememberRules(known, `${file}`, compileRobots(parseRobots(textOf(file, bytes)), 'orbweaver'));
    if (file === 4) bytesOfOne = (liveBytes() - before) / 5;
  }
  const last = known.get(`${files - 1}`);
  if (last?.decide(`/${files - 1}/section-7/page`).allowed !== false) throw new Error('a rule was lost');
  return { remembered: known.size, bytesOfOne } satisfies RememberedFiles;
});

function textOf(file: number, bytes: number): string {
  let text = 'User-agent: *\n';
  for (let rule = 0; text.length < bytes; rule += 1) text += `Disallow: /${file}/section-${rule}/page\n`;
  // As a body that was decoded: one flat string.
  return Buffer.from(text).toString();
}
