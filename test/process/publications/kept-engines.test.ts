import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Asked, type Behaviour, chatAnswer, modelServer } from '../../pure/adapters/tone/model-server.ts';
import { type CliRun, runCli } from '../cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from '../watch/changing-source.ts';
import { killedRun } from '../watch/killed-run.ts';

const answer = { tone: 'positive', probabilities: { negative: 0, neutral: 0, positive: 1 }, quote: 'Story' };
const titleOf = ({ body }: Asked): string => /Story⧽? ?number \d+|Story. number \d+/.exec(JSON.stringify(body))![0];

let folder: string;
let source: ChangingSource;
let behaviour: Behaviour;
let server: Awaited<ReturnType<typeof modelServer>>;

const env = (): Record<string, string> => ({ ORBWEAVER_STATE: join(folder, 'state') });
const run = async (...args: readonly string[]): Promise<CliRun> => await runCli(args, { cwd: folder, env: env() });
const look = async (directory = 'w'): Promise<CliRun> => await run('watch', 'run', directory, '--once');
const ask = async (...more: readonly string[]): Promise<CliRun> =>
  await run(
    ...['tone', 'ask', 'w', '--engine', 'openai', '--model', 'small', '--endpoint', server.address, '--keep', ...more],
  );
const engines = async (...args: readonly string[]): Promise<string> =>
  (await run('tone', 'engines', 'w', ...args)).stdout;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-engines-'));
  source = await serveChangingSource();
  source.publish(2);
  behaviour = chatAnswer(JSON.stringify(answer));
  server = await modelServer((...args) => behaviour(...args));
  writeFileSync(join(folder, 'list.csv'), 'id,name,aliases\nstory,Story,Story\n');
  const made = ['--source', source.url, '--organizations', join(folder, 'list.csv'), '--delay', '0', '--quiet'];
  await run('watch', 'new', 'w', ...made, '--no-browser');
  await look();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

test('an engine that is kept is asked by each run of the watch about what it finds; a copy of the watch asks nobody', async () => {
  expect(await engines()).toBe('"watch run" asks no other engine.\n');
  expect(await ask()).toMatchObject({
    exitCode: 0,
    stdout: 'openai small: 2 mentions answered, 0 without an answer. "watch run" asks it from now on.\n',
  });
  source.publish(1);
  const found = await look();
  expect(found.stderr).toContain('openai small: 1 mention answered, 0 without an answer.');
  expect(server.asked.map(titleOf)).toHaveLength(3);
  expect((await look()).stderr).not.toContain('openai');
  expect(await engines()).toBe('openai small: 3 organizations in publications answered\n');
  cpSync(join(folder, 'w'), join(folder, 'copy'), { recursive: true });
  source.publish(1);
  await look('copy');
  expect(server.asked).toHaveLength(3);
  const wrong = await run('tone', 'engines', 'w', '--remove', 'small');
  expect([wrong.exitCode, wrong.stderr]).toEqual([4, expect.stringContaining('it asks openai small.')]);
  await engines('--remove', 'openai small');
  await look();
  expect(server.asked).toHaveLength(3);
}, 60_000);

test('runs share the budget of the day, and a fault of the engine is said and keeps no look back', async () => {
  await ask('--price', '1/5', '--budget', '0.02');
  const spent = server.asked.length;
  source.publish(30);
  const found = await look();
  expect(found.exitCode).toBe(0);
  expect(found.stderr).toContain('The budget of today is used up');
  const most = server.asked.length;
  expect(most).toBeGreaterThan(spent);
  expect(0.0006 * most).toBeLessThan(0.02);
  source.publish(1);
  expect((await look()).exitCode).toBe(0);
  expect(server.asked).toHaveLength(most);
  expect(await engines()).toMatch(/; \$0\.0\d+ of \$0\.02 today\n$/);
  behaviour = (_, __, response) => void response.writeHead(401).end('{"error":{"message":"no such key"}}');
  await ask();
  await ask('--model', 'large');
  const refused = await look();
  expect([refused.exitCode, refused.stderr]).toEqual([
    0,
    expect.stringMatching(/^Tone: openai (large|small): .*401.*no such key.*; openai (?!\1).*401.*no such key/m),
  ]);
  expect((await run('publications', 'w', '--format', 'jsonl')).stdout.trim().split('\n')).toHaveLength(33);
}, 60_000);

test('killed runs ask no question twice that was answered', async () => {
  behaviour = (asked, before, response) =>
    void setTimeout(() => chatAnswer(JSON.stringify(answer))(asked, before, response), 150);
  await ask('--parallel', '1');
  for (const afterMs of [1_500, 2_200, 3_000]) {
    source.publish(6);
    await killedRun(join(folder, 'w'), afterMs, env());
  }
  await look();
  // One of the generated texts is a copy, which is not asked about.
  expect(await engines('--json')).toContain('"answered":19');
  const times = Map.groupBy(server.asked, titleOf);
  expect(times.size).toBe(19);
  // The questions under way at a kill were free, so they are asked again.
  expect(server.asked.length).toBeLessThanOrEqual(19 + 3);
}, 90_000);
