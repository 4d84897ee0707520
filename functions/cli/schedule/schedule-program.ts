import type { Command } from 'commander';
import { foldedHelp, lazily, type SetExitCode } from '../terminal/program-parts.ts';
import { several } from '../terminal/several.ts';

const examples = `
Examples:
  orbweaver schedule add uni --every week
  orbweaver schedule add uni --every "0 3 * * 1" --notify https://hooks.example
  orbweaver schedule add uni --every day --notify mailto:amy@example.org
      --smtp smtps://amy@mail.example --mail-from amy@example.org
  orbweaver schedule run

Each run is a crawl with the settings of the first one, since the last one, in a folder beside it, and is compared with
the last one. What changed is in DIR.changes.xml (RSS) and DIR.changes.json (JSON Feed), and goes to those that are to be
notified. Runs begin while "orbweaver serve" runs, or by a line of cron or systemd that runs "orbweaver schedule run":
"orbweaver schedule lines" prints it.
`;

/** `orbweaver schedule`: crawls that are made again and again. */
export function addSchedule(program: Command, exit: SetExitCode): void {
  const schedule = program
    .command('schedule')
    .summary('crawl again every day, week or month, and say what changed')
    .description('crawl again at set times, compare, and notify by webhook, mail and feed')
    .addHelpText('after', foldedHelp(examples));
  const add = schedule
    .command('add')
    .summary('crawl again at set times')
    .description('repeat a finished crawl at set times; a schedule that the crawl has already is replaced')
    .argument('<directory>', 'directory of the crawl')
    .requiredOption('--every <times>', 'hour, day, week, month, a time (30m, 12h, 7d), or five fields of cron')
    .option('--time-zone <zone>', 'zone of the fields, e.g. Europe/Berlin (default: that of this machine)')
    .addOption(
      several(
        '--allow-host <name:port>',
        'private hosts of a crawl that was moved here, for example intranet.local:80',
        'any',
      ),
    )
    .addOption(several('--plugin <file>', 'modules of a crawl that was moved here, or those that have changed'))
    .option('--only-changes', 'notify of runs that found a change or failed, not of all');
  addReceivers(add).action(lazily(async () => (await import('./schedule-command.ts')).addToSchedule));
  schedule
    .command('list')
    .summary('list schedules')
    .description('list the schedules of this user: next time, last run, notices that were sent, wait or failed')
    .option('--json', 'as JSON')
    .action(lazily(async () => (await import('./schedule-command.ts')).listSchedules));
  schedule
    .command('remove')
    .summary('end a schedule; its crawls stay')
    .description('end the schedule of a crawl; its crawls stay')
    .argument('<directory>', 'directory of the crawl')
    .action(lazily(async () => (await import('./schedule-command.ts')).removeFromSchedule));
  schedule
    .command('run')
    .summary('make the crawls that are due, and end')
    .description(
      'make the crawls that are due, continue those that were stopped, send the notices that wait, and end. Exit code 10: something changed; else as of crawl',
    )
    .argument('[directory]', 'only of this crawl')
    .option('--now', 'also where it is not due')
    .option('--root <folder>', 'only crawls in this folder')
    .option('--quiet', 'print no progress')
    .action(lazily(async () => (await import('./run-schedules.ts')).runSchedules, exit));
  schedule
    .command('lines')
    .summary('print lines for cron, or units for systemd')
    .description('print what makes cron, or systemd, run "orbweaver schedule run" every ten minutes')
    .option('--systemd', 'units for systemd')
    .action(lazily(async () => (await import('./schedule-command.ts')).printLines));
}

/** The options for those who are to be notified. */
export function addReceivers(command: Command): Command {
  return command
    .addOption(several('--notify <where>', 'an https address (webhook, signed), or mailto:ADDRESS'))
    .option('--smtp <url>', 'mail server: smtps://USER@HOST:465 or smtp://USER@HOST:587')
    .option('--smtp-password-file <file>', 'its password (default: $ORBWEAVER_SMTP_PASSWORD)')
    .option('--mail-from <address>', 'sender of the mails');
}
