/** The commands for the sources of a watch, here and in an account. */

import { type Command, Option } from 'commander';
import { renderModes } from '../../../shared/domain/spec/crawl-spec.ts';
import { changeKinds } from '../../../shared/wings/publications/alerts/alert.ts';
import { judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import { confidence, organization } from '../publications/publications-program.ts';
import { atPlace, ofWatch, type PlaceOption } from '../publications/watch-place.ts';
import { addReceivers } from '../schedule/schedule-program.ts';
import { optionText } from '../spec/spec-options.ts';
import type { SetExitCode } from '../terminal/program-parts.ts';
import { several } from '../terminal/several.ts';
import { wholeNumber } from '../terminal/whole-number.ts';
import { guessed, learnt } from './guessed-zone.ts';
import type { ChangeEntryOptions } from './place-sources.ts';
import type { SwitchOptions } from './watch-applications.ts';
import { saysWatch, seconds, timeZone } from './watch-options.ts';

/** The kinds of entries; a traversal is clicked through in a browser. */
export const kinds = ['feed', 'sitemap', 'page', 'traversal'] as const;

const load = async () => await import('./place-sources.ts');

/** How a watch does. */
export function addWatchState(watch: Command, place: PlaceOption): void {
  ofWatch(watch, place, [
    'status',
    'show the sources, their entries and what is due when, also while the watch runs',
  ]).action(atPlace(place, async () => (await load()).watchStatus));
  ofWatch(watch, place, [
    'estimate',
    'say what the watch will take: requests, time at its delays, traffic and storage of a look, of a day and of its archive. A new watch can be asked before its first run',
  ])
    .option(
      '--publications <n>',
      'new publications a day at each source (default: as its looks say, else 20)',
      wholeNumber(999_999),
    )
    .action(atPlace(place, async () => (await import('./watch-estimate.ts')).estimate));
  ofWatch(watch, place, [
    'failed',
    'list addresses that failed at their first look: why, and when they are tried again',
  ]).action(atPlace(place, async () => (await load()).watchFailed));
}

/** Which kept pages are read again. */
export function addRereading(watch: Command, place: PlaceOption): void {
  ofWatch(watch, place, [
    'reread',
    'read kept pages again with the zone and the rules that are set now, without a request: a version whose page gives something else gets a correction',
  ])
    .option('--source <source>', 'only of this source: its number, name, host or address')
    .option('--since <day>', 'only publications first seen from this day or instant on (UTC); 7d: a week ago')
    .action(atPlace(place, async () => (await import('./reread-watch.ts')).rereadWatch));
}

const entries = [
  '<urls...>',
  'addresses of entries, as "status" shows them; the number of a source means all of it',
] as const;
const changes = { on: 'switch entries on', off: 'switch entries off', remove: 'remove entries' } as const;

/** Commands that list and change sources; "check" and "add" are not the same everywhere. */
export function addSourceChanges(sources: Command, place: PlaceOption): void {
  ofWatch(sources, place, ['list', 'list the sources of a watch with their entries']).action(
    atPlace(place, async () => (await load()).watchStatus),
  );
  ofWatch(sources, place, ['export', 'print the sources as OPML, for feed readers']).action(
    atPlace(place, async () => (await import('./source-lists.ts')).exportSources),
  );
  ofWatch(sources, place, ['interval', 'fix the time between two looks at entries, also while the watch runs'])
    .argument('<urls...>', 'addresses of entries, as "status" shows them')
    .addOption(seconds('--seconds <time>', 'the time (default: learnt)'))
    .addOption(onlyKind())
    .action(atPlace(place, async () => (await load()).changeIntervals));
  addSettings(
    ofWatch(sources, place, ['set', 'change how pages of sources are read from now on, also while the watch runs']),
  ).action(atPlace(place, async () => (await load()).setSources));
  for (const change of ['on', 'off', 'remove'] as const)
    ofWatch(sources, place, [change, `${changes[change]}, also while the watch runs`])
      .argument(...entries)
      .addOption(onlyKind())
      .action(
        atPlace(place, async () => {
          const { switchEntries } = await load();
          return async (opened, urls: readonly string[], options: ChangeEntryOptions) =>
            await switchEntries(opened, urls, change, options);
        }),
      );
}

function onlyKind(): Option {
  return new Option('--kind <kind>', 'only entries of this kind').choices(kinds);
}

function addSettings(command: Command): Command {
  return command
    .argument('[sources...]', 'numbers, names, hosts or addresses of sources (default: all)')
    .option('--archive', saysWatch('archive'))
    .option('--no-archive', 'read no further old publications')
    .addOption(
      several(
        '--tags <tags>',
        'kinds of sources in your words: own, a region; reports take them as --source tag:own',
        'any',
      ),
    )
    .addOption(timeZone(guessed))
    .addOption(
      new Option('--render <mode>', saysWatch('render', '; default: as the watch')).choices([
        ...renderModes,
        'default',
      ]),
    )
    .addOption(seconds('--interval <time>', saysWatch('interval', `; ${learnt}: from now on it is learnt`), learnt));
}

/** The rules of a source. */
export function addRules(watch: Command, place: PlaceOption, exit: SetExitCode): void {
  const rules = watch.command('rules').description('learn, try and change the rules of a source');
  const loaded = async () => await import('./watch-rules.ts');
  const ofSource = (name: string, description: string): Command =>
    ofWatch(rules, place, [name, description]).argument('<source>', 'number, name, host or address of the source');
  ofSource('suggest', 'learn rules from pages of the source and print them (YAML), for a person to accept').action(
    atPlace(place, async () => (await loaded()).suggestForSource, exit),
  );
  ofSource('test', 'show what rules give on ten pages of the source, beside the automatic extractor')
    .option('--rules <file>', 'the rules (YAML; default: those of the source)')
    .action(atPlace(place, async () => (await loaded()).testSourceRules));
  ofSource('accept', 'from now on pages are read by these rules, also while the watch runs')
    .requiredOption('--rules <file>', 'the rules (YAML), - for standard input')
    .action(atPlace(place, async () => (await loaded()).acceptSourceRules));
  ofSource('list', 'list the versions of the rules of a source, and when each held').action(
    atPlace(place, async () => (await loaded()).listSourceRules),
  );
  ofSource('remove', 'from now on no rules hold; what they gave stays, with their versions').action(
    atPlace(place, async () => (await loaded()).removeSourceRules),
  );
}

const switched = {
  on: '; one that was switched off because it died is tried again',
  off: '; their records stay',
} as const;

/** Which applications read a source. Answers the commands that switch them. */
export function addApplications(watch: Command, place: PlaceOption): readonly Command[] {
  const applications = watch.command('applications').description('list the applications of a watch and switch them');
  const loaded = async () => await import('./watch-applications.ts');
  ofWatch(applications, place, [
    'list',
    'show which applications are on at each source, how they do, and the pages at which they failed',
  ]).action(atPlace(place, async () => (await loaded()).listKept));
  return (['on', 'off'] as const).map(change =>
    ofWatch(applications, place, [
      change,
      `switch applications ${change}, also while the watch runs${switched[change]}`,
    ])
      .argument('<names...>', 'names of applications: grabber, readability, and your own')
      .option('--source <source>', 'only at this source: its number, name, host or address')
      .action(
        atPlace(place, async () => {
          const { changeApplications } = await loaded();
          return async (opened, names: readonly string[], options: SwitchOptions) =>
            await changeApplications(opened, names, change === 'on', options);
        }),
      ),
  );
}

/** Saved filters, and who hears of what fits. */
export function addAlerts(watch: Command, place: PlaceOption, exit: SetExitCode): void {
  const alerts = watch.command('alerts').description('notify of publications that fit a filter: feed, webhook, mail');
  const loaded = async () => await import('./watch-alerts.ts');
  const of = (name: string, description: string): Command => ofWatch(alerts, place, [name, description]);
  const named = ['<name>', 'name of the alert'] as const;
  const add = of('add', 'save a filter; what fits from now on is in its feed and goes to those who are to be notified')
    .argument(...named)
    .addOption(several('--on <changes>', 'changes of publications (default: new)', changeKinds))
    .option('--query <words>', optionText('filter.query'))
    .addOption(several('--source <source>', `${optionText('filter.source')}, names or hosts`))
    .addOption(organization())
    .addOption(several('--tone <classes>', optionText('filter.tone'), judgements))
    .option('--language <tag>', optionText('filter.language'))
    .option('--originals', optionText('filter.originals'))
    .option('--nested', optionText('filter.nested'))
    .addOption(confidence())
    .option('--daily <time>', 'one notice a day at this time, e.g. 08:30 (default: at the end of each look)')
    .option('--time-zone <zone>', 'zone of this time, e.g. Europe/Berlin (default: that of this machine)');
  addReceivers(add).action(atPlace(place, async () => (await loaded()).addWatchAlert));
  of('list', 'list the alerts: what they are about, their feeds, notices that were sent, wait or failed').action(
    atPlace(place, async () => (await loaded()).listWatchAlerts),
  );
  of('rm', 'remove an alert')
    .argument(...named)
    .action(atPlace(place, async () => (await loaded()).removeWatchAlert));
  of('test', 'send the latest publications that fit, ten at most, now. Exit code 10: a receiver did not take them')
    .argument(...named)
    .action(atPlace(place, async () => (await loaded()).testWatchAlert, exit));
}
