import { defined } from '../../../shared/domain/defined.ts';
import type { AskedPage, NewSource, WatchService } from '../../../shared/place/watch-service.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import { withChosen } from './chosen-entries.ts';
import type { LocalOrganizations } from './local-organizations.ts';
import type { LocalWatches } from './local-watches.ts';

export type WatchCalls = Pick<LocalWatches, keyof LocalWatches>;
export type OrganizationCalls = Pick<LocalOrganizations, keyof LocalOrganizations>;

/** A source that is searched for. */
export type SourceToSeek = Pick<NewSource, 'address' | 'requests' | 'browser'>;

interface WatchParts {
  page(watch: string, address: string): Promise<AskedPage>;
  /** `isNew`: what was found some minutes ago does not do. */
  find(watch: string, source: SourceToSeek, isNew: boolean): Promise<SourceFindings>;
  readonly quick: WatchCalls;
  /** For what reads much: others do not wait for it. */
  readonly slow: WatchCalls;
  readonly lists: OrganizationCalls;
}

/** The watches of this machine, each in the directory of its id. */
export function localWatchService(
  at: (id: string) => string,
  { quick, slow, lists, page, find }: WatchParts,
): WatchService {
  return {
    sources: async (watch, ...rest) => await quick.sources(at(watch), ...rest),
    source: async (watch, number) => await quick.source(at(watch), number),
    skipped: async (watch, source) => await slow.skipped(at(watch), source),
    addEntry: async (watch, entry) => await quick.addEntry(at(watch), entry),
    addSource: async (watch, { address: url, name, interval, isHost, on, ...how }) => {
      const findings = isHost === true ? undefined : await find(watch, { address: url, ...how }, on === undefined);
      const found = findings === undefined ? {} : { findings: on === undefined ? findings : withChosen(findings, on) };
      const settings = defined({ name, interval });
      return { ...(await quick.addSource(at(watch), { url, ...found, ...settings })), ...found };
    },
    findAt: async (watch, source) => await find(watch, source, true),
    findings: async (watch, ...rest) => await quick.findings(at(watch), ...rest),
    changeEntries: async (watch, ...rest) => await quick.changeEntries(at(watch), ...rest),
    countPublications: async watch => await quick.countPublications(at(watch)),
    newByDay: async (watch, since) => await slow.newByDay(at(watch), since),
    find: async (watch, query, most, before) => await quick.find(at(watch), { query, most, before }),
    records: async (watch, query, most, before) => await slow.records(at(watch), { query, most, before }),
    mentioning: async (watch, query, most, before) => await slow.mentioning(at(watch), { query, most, before }),
    mentioningRecords: async (watch, query, most, before) =>
      await slow.mentioningRecords(at(watch), { query, most, before }),
    mentions: async (watch, query, most, after) => await slow.mentions(at(watch), { query, most, after }),
    organizations: async (watch, ...rest) => await lists.organizations(at(watch), ...rest),
    setOrganizations: async (watch, organizations) => await lists.setOrganizations(at(watch), organizations),
    searchOrganizations: async watch => await lists.searchOrganizations(at(watch)),
    checkOrganizations: async (watch, organizations) => await lists.checkOrganizations(at(watch), organizations),
    candidates: async (watch, query) => await lists.candidates(at(watch), query),
    decideMention: async (watch, order) => await lists.decideMention(at(watch), order),
    table: async (watch, query) => await slow.table(at(watch), query),
    publication: async (watch, id) => await quick.publication(at(watch), id),
    text: async (watch, ...rest) => await quick.text(at(watch), ...rest),
    rules: async (watch, source) => await quick.rules(at(watch), source),
    changeRules: async (watch, ...rest) => await quick.changeRules(at(watch), ...rest),
    applications: async (watch, most) => await slow.applications(at(watch), most),
    applicationRecords: async (watch, ...rest) => await slow.applicationRecords(at(watch), ...rest),
    switchApplications: async (watch, ...rest) => await quick.switchApplications(at(watch), ...rest),
    page,
    compare: async (watch, ...rest) => await slow.compare(at(watch), ...rest),
  };
}
