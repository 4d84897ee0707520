import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Receiver, receiverName, receiversOf } from '../../../shared/adapters/delivery/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { listedResults } from '../../embedded/metadata/written-results.ts';
import * as kept from '../../embedded/schedule/schedule-store.ts';
import { specAgain } from '../../embedded/schedule/spec-again.ts';
import { moduleAddress } from '../spec/config-file.ts';
import { optionName } from '../terminal/option-name.ts';
import { BadCommand } from '../terminal/print.ts';
import { cronOf, nextTime } from './cron-times.ts';
import { type MailOptions, smtpPasswordOf } from './mail-options.ts';

export interface AddOptions extends MailOptions {
  readonly every: string;
  readonly timeZone?: string;
  readonly onlyChanges?: true;
  readonly allowHost?: readonly string[];
  readonly plugin?: readonly string[];
}

/** `orbweaver schedule add`. */
export async function addToSchedule(directory: string, options: AddOptions): Promise<void> {
  const named = {
    allowHosts: options.allowHost,
    plugins: options.plugin?.map(file => moduleAddress(file, process.cwd())),
  };
  await specAgain(directory, defined(named));
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone, onlyChanges = false } = options;
  const now = new Date();
  const cron = cronOf(options.every, timeZone, now);
  const receivers = namedReceivers(options);
  const next = nextTime(cron, timeZone, now)!.toISOString();
  const path = realpathSync(directory);
  const lock = lockOf(path);
  try {
    const fresh = { running: undefined, last: path, runs: [], letters: [], counts: { sent: 0, failed: 0, unknown: 0 } };
    const before = kept.hasSchedule(kept.scheduleId(path)) ? kept.readSchedule(kept.scheduleId(path)) : fresh;
    const schedule = { ...before, directory: path, cron, timeZone, receivers, onlyChanges, ...named, next };
    kept.writeSchedule(kept.scheduleId(path), defined(schedule) as kept.Schedule);
  } finally {
    lock.release();
  }
  process.stderr.write(`The next run is at ${shownTime(next, timeZone)}.\n`);
  for (const to of receivers)
    if ('webhook' in to) process.stderr.write(`Signed with ${to.webhook.secret}: ${receiverName(to)}\n`);
  process.stderr.write('It begins while "orbweaver serve" runs, or by what "orbweaver schedule lines" prints.\n');
}

/** Throws `BadCommand` where a run is under way. */
function lockOf(path: string): NonNullable<ReturnType<typeof kept.lockSchedule>> {
  const lock = kept.lockSchedule(kept.scheduleId(path));
  if (lock === undefined) throw new BadCommand([`a scheduled run of ${path} is under way; wait for its end.`]);
  return lock;
}

/** The receivers that the options name. Throws `BadInput`. */
export function namedReceivers(options: MailOptions): readonly Receiver[] {
  const { notify = [], smtp, mailFrom } = options;
  const smtpPassword = smtpPasswordOf(options);
  return receiversOf({ notify, ...defined({ smtp, smtpPassword, mailFrom }) }, optionName);
}

/** `orbweaver schedule list`. */
export async function listSchedules({ json }: { readonly json?: true }): Promise<void> {
  const schedules = [...kept.schedulesIn().values()];
  if (json) process.stdout.write(`${JSON.stringify(schedules.map(publicPart), undefined, 1)}\n`);
  else if (schedules.length === 0) process.stdout.write('No crawl has a schedule.\n');
  else process.stdout.write(schedules.map(textOf).join('\n'));
}

/** The schedule without secrets. */
function publicPart({ receivers, letters, ...schedule }: kept.Schedule): unknown {
  return {
    ...schedule,
    name: nameIn(schedule.directory),
    receivers: receivers.map(receiverName),
    waiting: letters.map(({ to, tries, fault, after }) => ({ to: receiverName(to), tries, fault, after })),
  };
}

/** The name of the crawl, else those of its sites; undefined if it is gone. */
function nameIn(directory: string): string | undefined {
  try {
    return listedResults(directory).title;
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

function textOf({ directory, cron, timeZone, next, running, runs, receivers, letters, counts }: kept.Schedule): string {
  const [last] = runs;
  const [waiting] = letters;
  const fault = waiting?.fault === undefined ? counts.fault : `${receiverName(waiting.to)}: ${waiting.fault}`;
  const name = nameIn(directory);
  const lines = [
    name === undefined ? directory : `${name}: ${directory}`,
    `  times   ${cron} (${timeZone})`,
    running === undefined ? `  next    ${shownTime(next, timeZone)}` : `  runs    ${running.directory}`,
    last === undefined ? '  last    none yet' : `  last    ${shownTime(last.finishedAt, timeZone)}: ${last.title}`,
    ...(receivers.length === 0
      ? []
      : [
          `  to      ${receivers.map(receiverName).join(', ')}`,
          `  notices ${counts.sent} sent, ${letters.length} waiting, ${counts.failed} failed, ${counts.unknown} perhaps sent`,
        ]),
    ...(fault === undefined ? [] : [`          ${fault}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function shownTime(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return `${format.format(new Date(instant))} (${timeZone})`;
}

/** `orbweaver schedule remove`. Throws `BadCommand`. */
export async function removeFromSchedule(directory: string): Promise<void> {
  const id = scheduleOf(directory);
  const path = kept.readSchedule(id).directory;
  lockOf(path).release();
  kept.removeSchedule(id);
  process.stderr.write(`${path} is crawled no more; its crawls stay.\n`);
}

/** The id of a crawl's schedule; a directory that is gone is known by the path that the list shows. Throws `BadCommand`. */
export function scheduleOf(directory: string): string {
  const id = kept.scheduleId(existsSync(directory) ? realpathSync(directory) : directory);
  if (!kept.hasSchedule(id)) throw new BadCommand([`${directory} has no schedule; see "orbweaver schedule list".`]);
  return id;
}

/** `orbweaver schedule lines`: neither cron nor systemd knows the variables that say where schedules are. */
export async function printLines({ systemd = false }: { readonly systemd?: boolean }): Promise<void> {
  const quoted = (text: string): string =>
    systemd ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const program = fileURLToPath(new URL('../../orbweaver.js', import.meta.url));
  const line = `${[process.execPath, program].map(quoted).join(' ')} schedule run --quiet`;
  const set = ['ORBWEAVER_STATE', 'XDG_STATE_HOME'].flatMap(name => {
    const { [name]: folder = '' } = process.env;
    return folder === ''
      ? []
      : [systemd ? `Environment=${quoted(`${name}=${resolve(folder)}`)}\n` : `${name}=${quoted(resolve(folder))} `];
  });
  const text = systemd ? unitsOf(set.join(''), line.replaceAll('$', '$$$$')) : `*/10 * * * * ${set.join('')}${line}\n`;
  process.stdout.write(text.replaceAll('%', systemd ? '%%' : String.raw`\%`));
}

function unitsOf(variables: string, line: string): string {
  return `# ~/.config/systemd/user/orbweaver-schedule.service
[Unit]
Description=Scheduled crawls of Orbweaver

[Service]
Type=oneshot
SuccessExitStatus=10
${variables}ExecStart=${line}

# ~/.config/systemd/user/orbweaver-schedule.timer
[Unit]
Description=Scheduled crawls of Orbweaver

[Timer]
OnCalendar=*:0/10
Persistent=true

[Install]
WantedBy=timers.target

# systemctl --user enable --now orbweaver-schedule.timer
`;
}
