/** Events of the account's bus about crawls and watches. An event that cannot be sent costs the crawl nothing. */
import { openAwsBus } from '../../shared/adapters/aws/open.ts';
import { type PlaceEvent, watchLooked } from '../../shared/report/place-events.ts';
import type {
  AcceptedSighting,
  PublicationStore,
  Sighting,
} from '../../shared/wings/publications/store/publication-store.ts';
import { logError, logger } from './lambda-log.ts';

/** Never throws: what the bus does not take is in the queue of lost events, and an alarm sounds. */
export async function announce({ type, detail }: PlaceEvent): Promise<void> {
  try {
    const { lost } = await openAwsBus().put(type, detail);
    if (lost !== undefined) logger.warn('event is in the queue of lost events', { event: detail['id'], why: lost });
  } catch (error) {
    logError('event is lost', error, { event: detail['id'] });
  }
}

type Kept = Pick<PublicationStore, 'accept' | 'markLost'>;

/** Stores publications of a watch, and announces those that are new or changed. A repeat announces the same event again. */
export function announcing(store: Kept, watch: string): Kept {
  return {
    accept: async (sightings, readings) => {
      const accepted = await store.accept(sightings, readings);
      await announceLook(watch, sightings, accepted);
      return accepted;
    },
    markLost: async (source, identity, state, at) => await store.markLost(source, identity, state, at),
  };
}

async function announceLook(
  watch: string,
  sightings: readonly Sighting[],
  accepted: readonly AcceptedSighting[],
): Promise<void> {
  const news = sightings.flatMap((sighting, index) => {
    const { outcome, publication, version } = accepted[index]!;
    if (outcome !== 'new' && outcome !== 'version') return [];
    const { address: url, version: read, seenAt, source } = sighting;
    return [{ source, seenAt, found: { publication, version, isNew: outcome === 'new', url, title: read.title } }];
  });
  for (const [source, some] of Map.groupBy(news, each => each.source)) {
    const at = Math.min(...some.map(({ seenAt }) => seenAt));
    await announce(
      watchLooked(
        { watch, source, at },
        some.map(({ found }) => found),
      ),
    );
  }
}
