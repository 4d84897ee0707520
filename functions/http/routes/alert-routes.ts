import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import { jsonFeedOf, rssOf } from '../../../shared/files/feeds.ts';
import * as alerts from '../../../shared/place/operations/alert-operations.ts';
import { itemLine } from '../../../shared/wings/publications/alerts/alert-items.ts';
import { Problem } from '../request/problem.ts';
import { notHere, type Route, route } from '../request/route.ts';
import { operationRoute } from './operation-route.ts';
import { ownWatch } from './watch-routes.ts';

const types = { xml: 'application/rss+xml; charset=utf-8', json: 'application/feed+json; charset=utf-8' };

export const alertRoutes: readonly Route[] = [
  operationRoute(alerts.listAlerts),
  operationRoute(alerts.addAlert),
  operationRoute(alerts.removeAlert),
  operationRoute(alerts.testAlert),
  route(
    'GET /watches/{id}/feeds/{name}',
    'The feed of an alert at its secret address: the latest 50 changes among the last 2,000 of the watch, as RSS (`.xml`) or JSON Feed (`.json`). On one machine whoever knows the address reads it.',
    {
      type: types.xml,
      answers: { 200: 'The feed.', ...notHere },
      of: ownWatch,
      handle: async ({ own: { id, watches }, context }) => {
        const [, key, ending] = /^([\w-]{43})\.(xml|json)$/.exec(context.req.param('name') ?? '') ?? [];
        const feed = key === undefined ? undefined : await alerts.here(watches.alertFeed)(id, key);
        if (feed === undefined) throw new Problem(404, [refusal('no-such-feed')]);
        const { title, items } = feed;
        const entries = items.map(item => ({
          ...{
            id: item.id,
            title: itemLine({ ...item, mentions: [] }),
            text: itemLine(item),
            date: item.at,
            url: item.url,
          },
        }));
        const [text, type] =
          ending === 'xml' ? [rssOf({ title, entries }), types.xml] : [jsonFeedOf({ title, entries }), types.json];
        return context.body(text, 200, { 'content-type': type });
      },
    },
  ),
];
