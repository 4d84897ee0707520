import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Choice, Schedule } from '../../../shared/wings/sets/schedule/schedule.ts';
import { codesOf, LocalPlace } from './local-place.ts';

const spec = { sites: [{ url: 'https://example.org/', name: 'Example', shortName: 'ex' }] };

let place: LocalPlace;
beforeEach(() => {
  place = new LocalPlace();
});
afterEach(() => place.close());

async function all(path: string, key: string): Promise<Record<string, unknown>[]> {
  const seen: Record<string, unknown>[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await place.call('GET', `${path}${cursor}`);
    seen.push(...(body[key] as Record<string, unknown>[]));
    if (body['next'] === undefined) return seen;
    cursor = `&cursor=${String(body['next'])}`;
  }
}

describe('/crawls/{id}/sites', () => {
  test('lists sites with their names, in parts', async () => {
    const sites = Array.from({ length: 5 }, (_, n) => ({ url: `https://s${n}.example/`, name: `Site ${n}` }));
    const id = await place.started({ sites });
    const listed = await all(`/crawls/${id}/sites?limit=2`, 'sites');
    expect(listed.map(({ number, name, shortName }) => [number, name, shortName])).toEqual(
      sites.map(({ name }, n) => [n + 1, name, name]),
    );
    // The clock of the state is ahead of that of the place, so the host seems to rest.
    const { waitingFor: _, ...first } = listed[0]!;
    expect(first).toEqual({
      number: 1,
      name: 'Site 0',
      shortName: 'Site 0',
      start: 'https://s0.example/',
      origin: 'https://s0.example',
      status: 'active',
      level: 0,
      outcomes: { found: 1, nodes: 0, redirects: 0, duplicates: 0, skipped: 0 },
      queued: 1,
      left: 0,
      used: 0,
      delayMs: 1_000,
      newExternalLinks: 0,
      externalLinks: 0,
      badLinks: 0,
    });
  });

  test('sorts them by what they gave, in parts, and sums over all of them', async () => {
    const sites = ['b', 'c', 'a', 'b'].map((name, n) => ({ url: `https://s${n}.example/`, name }));
    const id = await place.started({ sites });
    const names = async (query: string) =>
      (await all(`/crawls/${id}/sites?limit=2&${query}`, 'sites')).map(({ number }) => number);
    expect(await names('sort=name')).toEqual([3, 1, 4, 2]);
    expect(await names('sort=name&order=desc')).toEqual([2, 1, 4, 3]);
    expect(await names('sort=used&order=desc')).toEqual([1, 2, 3, 4]);
    const { body } = await place.call('GET', `/crawls/${id}/sites?limit=1&totals=true`);
    expect(body['totals']).toEqual({ sites: 4, used: 0, waiting: 4, newExternalLinks: 0, badLinks: 0 });
    for (const wrong of ['sort=links', 'sort=name&order=up'])
      expect((await place.call('GET', `/crawls/${id}/sites?${wrong}`)).status).toBe(400);
  });

  test('adds a site, or some, to a crawl that runs', async () => {
    const id = await place.started(spec);
    const one = await place.call('POST', `/crawls/${id}/sites`, { url: 'b.example', name: 'B' });
    expect([one.status, one.body]).toEqual([201, { sites: [{ number: 2, state: 'added' }] }]);
    const sites = [{ url: 'https://c.example/', number: 9 }, { url: 'https://d.example/' }];
    const some = await place.call('POST', `/crawls/${id}/sites`, { sites });
    expect(some.body).toEqual({
      sites: [
        { number: 9, state: 'added' },
        { number: 3, state: 'added' },
      ],
    });
    expect((await place.call('GET', `/crawls/${id}`)).body).toMatchObject({ siteCount: 4 });
  });

  test('says what exists, and adds the others', async () => {
    const id = await place.started(spec);
    const sites = [
      { url: 'https://example.org/other' },
      { url: 'https://b.example/', number: 1 },
      { url: 'c.example' },
    ];
    const { status, body, headers } = await place.call('POST', `/crawls/${id}/sites`, { sites });
    expect([status, headers.get('content-type')]).toEqual([409, 'application/problem+json']);
    expect(body).toMatchObject({
      title: 'Conflict',
      errors: [
        { code: 'address-taken', field: 'url', message: expect.stringMatching(/it is of site 1/) },
        {
          code: 'number-taken',
          value: '1',
          allowed: { free: 2 },
          message: expect.stringMatching(/number: 1 is refused/),
        },
      ],
      sites: [
        { state: 'exists', why: { code: 'address-taken', message: expect.stringMatching(/it is of site 1/) } },
        { state: 'exists' },
        { number: 2, state: 'added' },
      ],
    });
  });

  test('notes a site for the next resume where the crawl stops', async () => {
    const id = await place.started(spec);
    await place.call('POST', `/crawls/${id}/stop`);
    const { status, body } = await place.call('POST', `/crawls/${id}/sites`, { url: 'https://b.example/' });
    expect([status, body['sites']]).toEqual([201, [{ number: 2, state: 'waits' }]]);
    expect(body['detail']).toBe('The crawl does not run: site 2 is noted and joins at the next resume.');
  });

  test('notes a site for the next resume where the crawl has failed', async () => {
    const id = await place.started(spec);
    place.records.set(id, { ...place.records.get(id)!, failure: [{ code: 'interrupted' }] });
    const { status, body } = await place.call('POST', `/crawls/${id}/sites`, { url: 'https://b.example/' });
    expect([status, body['sites']]).toEqual([201, [{ number: 2, state: 'waits' }]]);
  });

  test.each([
    ['no address', {}, /^url: a missing value is refused/],
    ['an unknown setting', { url: 'https://b.example/', dealy: 3 }, /^dealy: there is no setting "dealy"/],
    ['a file', { url: 'file:///etc/passwd' }, /^url: .*allowed are http and https/],
    ['an empty list', { sites: [] }, /^sites: 0 sites are refused; allowed are 1 to 1000/],
    ['a setting beside a list', { sites: [{ url: 'b.example' }], limit: 3 }, /^limit: refused beside sites/],
    ['a private host', { url: 'http://127.0.0.1:8080/' }, /127\.0\.0\.1:8080.*refused/],
    ['the API itself', { url: 'https://api.example.com/x' }, /any site but this API itself/],
  ])('refuses %s with a sentence', async (_, body, sentence) => {
    const id = await place.started(spec);
    const answer = await place.call('POST', `/crawls/${id}/sites`, body);
    expect([answer.status, answer.body['detail']]).toEqual([400, expect.stringMatching(sentence)]);
    expect((await place.call('GET', `/crawls/${id}/sites`)).body['sites']).toHaveLength(1);
  });

  test('removes a site once', async () => {
    const id = await place.started(spec);
    const remove = async (number: string): Promise<[number, unknown]> => {
      const { status, body } = await place.call('DELETE', `/crawls/${id}/sites/${number}`);
      return [status, status === 200 ? body : codesOf(body)[0]];
    };
    expect(await remove('1')).toEqual([200, { number: 1, status: 'removed' }]);
    expect(await remove('1')).toEqual([409, 'site-removed']);
    expect(await remove('2')).toEqual([404, 'site-not-here']);
    expect(await remove('0')).toEqual([400, 'site-number']);
    expect((await place.call('GET', `/crawls/${id}/sites`)).body).toMatchObject({ sites: [{ status: 'removed' }] });
  });
});

describe('/crawls/{id}/links', () => {
  async function withLinks(count: number): Promise<string> {
    const id = await place.started(spec);
    const { store } = place.state(id);
    const claims = Array.from({ length: count }, (_, n) => ({
      key: `https://x${String(n).padStart(3, '0')}.example/`,
      page: 'https://example.org/',
      level: n % 2,
      detail: `<img src=x onerror=alert(${n})>`,
    }));
    await store.claimLinks(id, 1, 'external', 1, claims);
    return id;
  }

  test('lists them in parts, filtered', async () => {
    const id = await withLinks(25);
    const links = await all(`/crawls/${id}/links/external?limit=10`, 'links');
    expect(links.map(({ link }) => link)).toHaveLength(25);
    expect(links[3]).toMatchObject({ site: 1, level: 1, anchor: '<img src=x onerror=alert(3)>' });
    expect(await all(`/crawls/${id}/links/external?level=1&text=X02&limit=1`, 'links')).toMatchObject([
      { link: 'https://x021.example/' },
      { link: 'https://x023.example/' },
    ]);
    expect(await all(`/crawls/${id}/links/internal?status=waiting`, 'links')).toMatchObject([
      { link: 'https://example.org/', status: 'waiting', level: 0 },
    ]);
    expect(await all(`/crawls/${id}/links/external?site=2`, 'links')).toEqual([]);
  });

  test('sorts them by any column, in parts, and sums over all that the filter leaves', async () => {
    const id = await withLinks(5);
    const order = async (query: string) =>
      (await all(`/crawls/${id}/links/external?limit=2&${query}`, 'links')).map(({ link }) => String(link)[11]);
    expect(await order('sort=link&order=desc')).toEqual(['4', '3', '2', '1', '0']);
    expect(await order('sort=level')).toEqual(['0', '2', '4', '1', '3']);
    expect(await order('sort=level&order=desc')).toEqual(['1', '3', '0', '2', '4']);
    expect(await order('sort=anchor&order=desc&text=x00')).toEqual(['4', '3', '2', '1', '0']);
    const { body } = await place.call('GET', `/crawls/${id}/links/external?level=1&limit=1&totals=true`);
    expect(body['totals']).toEqual({ links: 2, occurrences: 0 });
    const internal = await place.call('GET', `/crawls/${id}/links/internal?totals=true&sort=status`);
    expect(internal.body).toMatchObject({ totals: { links: 1 }, links: [{ link: 'https://example.org/' }] });
  });

  test('gives all that the filter leaves as CSV', async () => {
    const id = await withLinks(3);
    const request = new Request(`https://api.example.com/crawls/${id}/links/external?format=csv&level=0`);
    const answer = await place.answer(request, 'account:1');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="links-external.csv"');
    expect((await answer.text()).split('\n')).toEqual([
      'Site,SiteName,Url,Page,Level,Anchor,Occurrences,LinkType',
      '1,Example,https://x000.example/,https://example.org/,0,<img src=x onerror=alert(0)>,0,',
      '1,Example,https://x002.example/,https://example.org/,0,<img src=x onerror=alert(2)>,0,',
      '',
    ]);
  });

  test('groups external links by domain, sorted, in parts and as CSV', async () => {
    const id = await place.started(spec);
    const claims = ['http://a.b.co.uk/', 'https://b.co.uk:8443/x', 'https://10.0.0.1/', 'https://z.example/'];
    await place.state(id).store.claimLinks(
      ...([id, 1, 'external', 1] as const),
      claims.map(key => ({ key, page: 'p', level: 0, detail: '' })),
    );
    const domains = async (query: string) =>
      (await all(`/crawls/${id}/link-domains?limit=2&${query}`, 'domains')).map(row => [row['domain'], row['links']]);
    expect(await domains('')).toEqual([
      ['b.co.uk', 2],
      ['10.0.0.1', 1],
      ['z.example', 1],
    ]);
    expect((await domains('sort=domain&order=desc'))[0]).toEqual(['z.example', 1]);
    const { body } = await place.call('GET', `/crawls/${id}/link-domains?text=b.co`);
    expect(body['totals']).toEqual({ domains: 1, links: 2, occurrences: 0 });
    const links = await all(`/crawls/${id}/links/external?domain=B.co.uk`, 'links');
    expect(links.map(({ link }) => link)).toEqual(['http://a.b.co.uk/', 'https://b.co.uk:8443/x']);
    const request = new Request(`https://api.example.com/crawls/${id}/link-domains?format=csv&sort=domain`);
    expect(await (await place.answer(request, 'account:1')).text()).toBe(
      'Domain,Links,Occurrences,Sites\n10.0.0.1,1,0,1\nb.co.uk,2,0,1\nz.example,1,0,1\n',
    );
  });

  test('says where a place does not sort, and sums nothing there', async () => {
    place.close();
    place = new LocalPlace({ sortsLinks: false });
    const id = await withLinks(2);
    const { body } = await place.call('GET', `/crawls/${id}/links/external?totals=true`);
    expect(body).toMatchObject({ links: [{}, {}] });
    expect(body).not.toHaveProperty('totals');
    for (const path of ['links/external?sort=link', 'links/external?format=csv', 'link-domains']) {
      const refused = await place.call('GET', `/crawls/${id}/${path}`);
      expect([refused.status, codesOf(refused.body)]).toEqual([409, ['links-by-key']]);
    }
  });

  test('shows no more of what is deleted, and counts it once', async () => {
    const id = await withLinks(3);
    const links = [0, 1, 7].map(n => ({ site: 1, key: `https://x00${n}.example/` }));
    const remove = async () => (await place.call('POST', `/crawls/${id}/links/external/delete`, { links })).body;
    expect(await remove()).toEqual({ deleted: 2 });
    expect(await remove()).toEqual({ deleted: 0 });
    expect(await all(`/crawls/${id}/links/external?`, 'links')).toMatchObject([{ link: 'https://x002.example/' }]);
  });

  test('lists what is deleted by itself, and takes a deletion back', async () => {
    const id = await withLinks(3);
    const links = [0, 1].map(n => ({ site: 1, key: `https://x00${n}.example/` }));
    const call = async (change: string) =>
      (await place.call('POST', `/crawls/${id}/links/external/${change}`, { links })).body;
    expect(await call('delete')).toEqual({ deleted: 2 });
    expect(await all(`/crawls/${id}/links/external?deleted=true`, 'links')).toMatchObject(
      links.map(({ key }) => ({ link: key })),
    );
    expect([await call('restore'), await call('restore')]).toEqual([{ restored: 2 }, { restored: 0 }]);
    expect(await all(`/crawls/${id}/links/external?`, 'links')).toHaveLength(3);
    expect(await all(`/crawls/${id}/links/external?deleted=true`, 'links')).toEqual([]);
  });

  test.each([
    ['external?deleted=yes', /^deleted: "yes" is refused; allowed are true and false/],
    ['external?level=-1', /^level: "-1" is refused; allowed is a level/],
    ['external?level=9999999', /^level: /],
    ['external?sort=status', /^sort: "status" is refused; allowed are link, site, level, anchor/],
    ['external?order=up', /^order: "up" is refused; allowed are asc, desc/],
    ['external?site=x', /^site: "x" is refused; allowed is the number of a site/],
    ['external?status=waiting', /^status: .*only internal links/],
    ['internal?status=done', /^status: "done" is refused; allowed are waiting, node, redirect, duplicate, skipped/],
    ['internal?limit=1001', /^limit: .*allowed is 1 to 1000/],
    ['internal?cursor=eyJ9', /^cursor: /],
    [`internal?text=${'x'.repeat(501)}`, /^text: 501 characters are refused/],
  ])('refuses %s', async (query, sentence) => {
    const id = await place.started(spec);
    const { status, body } = await place.call('GET', `/crawls/${id}/links/${query}`);
    expect([status, body['detail']]).toEqual([400, expect.stringMatching(sentence)]);
  });

  test.each([
    {},
    { links: [] },
    { links: [{ site: 1 }] },
    { links: 'all' },
    { links: [{ site: 0, key: 'x' }] },
    { links: [{ site: 1, key: '' }] },
  ])('deletes nothing by %j', async body => {
    const id = await place.started(spec);
    const answer = await place.call('POST', `/crawls/${id}/links/bad/delete`, body);
    expect([answer.status, answer.body['detail']]).toEqual([400, expect.stringMatching(/^links/)]);
  });

  test('knows three kinds', async () => {
    const id = await place.started(spec);
    const { status, body } = await place.call('GET', `/crawls/${id}/links/outer`);
    expect([status, body['detail']]).toEqual([404, expect.stringMatching(/allowed are internal, external, bad/)]);
  });
});

describe('/crawls/{id}/levels', () => {
  test('are counted so far while the crawl runs, and final at its end', async () => {
    const counts = { nodes: 1, redirects: 0, duplicates: 0, skipped: 0 };
    place.levelsSoFar = [{ site: 1, level: 1, found: 5, ...counts }];
    const running = await place.call('GET', `/crawls/${await place.started(spec)}/levels`);
    expect(running.body).toEqual({ isFinal: false, levels: [{ site: 1, level: 1, found: 5, ...counts, waiting: 4 }] });
    place.found.set(1, { levels: [{ level: 0, found: 1, ...counts }], arcs: 0 });
    const finished = await place.call('GET', `/crawls/${await place.finished(spec)}/levels?site=1`);
    expect(finished.body).toEqual({ isFinal: true, levels: [{ site: 1, level: 0, found: 1, ...counts, waiting: 0 }] });
  });
});

describe('/crawls/{id}/choices', () => {
  const site = { site: 1, state: 'open', granted: 20, finished: 13, reward: 6 } as const;
  const schedule: Schedule = {
    rule: 'gittins',
    options: { gittinsN: 10, ucbM: 10, quantumSeconds: 60, grant: 10, inFlight: 8 },
    budget: 100,
    next: 4,
    sites: [{ ...site, memory: { secret: 'of the rule' } }],
    underWay: [],
    largest: 2,
  };
  const choices: Choice[] = [1, 2, 3].map(step => ({
    ...{ step, site: 1, rule: 'gittins', from: (step - 1) * 10, to: step * 10 },
    indexes: [{ site: 1, value: 0.5 }],
  }));

  test('are listed in parts with the rewards of the pages parsed so far, and the yield of each site', async () => {
    const rewards = [2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0];
    place.schedule = {
      readSchedule: async () => ({ version: 1, schedule }),
      readChoices: async (_, after, most) => choices.filter(({ step }) => step > after).slice(0, most),
      readRewards: async (_, __, skip) => rewards.slice(skip),
    };
    const id = await place.started({ ...spec, limit: 100, rule: 'gittins' });
    const { body } = await place.call('GET', `/crawls/${id}/choices?limit=2`);
    expect(body).toMatchObject({ rule: 'gittins', budget: 100, choices: [{ step: 1 }, { step: 2 }] });
    expect(body['sites']).toEqual([site]);
    expect(await all(`/crawls/${id}/choices?limit=2`, 'choices')).toEqual([
      { ...choices[0], reward: 4, pages: 10 },
      { ...choices[1], reward: 2, pages: 3 },
      choices[2],
    ]);
  });

  test('are none where no rule is asked', async () => {
    const { status, body } = await place.call('GET', `/crawls/${await place.started(spec)}/choices`);
    expect([status, body['choices']]).toEqual([200, []]);
    expect(body).not.toHaveProperty('next');
  });
});
