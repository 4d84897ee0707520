import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { codesOf, LocalPlace } from './local-place.ts';

const spec = { sites: [{ url: 'https://example.org/' }], limit: 10 };

let place: LocalPlace;
beforeEach(() => {
  place = new LocalPlace();
});
afterEach(() => place.close());

test.each([
  ['PATCH', '/crawls', 'GET, HEAD, POST'],
  ['OPTIONS', '/crawls/x', 'GET, HEAD, PATCH, DELETE'],
  ['GET', '/crawls/x/stop', 'POST'],
  ['PUT', '/crawls/x/results/graph/a.csv', 'GET, HEAD'],
])('%s %s is told which methods there are', async (method, path, allowed) => {
  const { status, headers, body } = await place.call(method, path);
  expect([status, headers.get('allow')]).toEqual([405, allowed]);
  expect(body['detail']).toContain(`allowed are ${allowed}.`);
});

test('where there is nothing, nothing is allowed', async () => {
  const { status, headers } = await place.call('GET', '/crawl');
  expect([status, headers.get('allow')]).toEqual([404, null]);
});

describe('POST /crawls', () => {
  test('answers 202 with an id and where the crawl is, and begins its first run', async () => {
    const answer = await place.call('POST', '/crawls', spec);
    const { id } = answer.body;
    expect([answer.status, answer.body['state']]).toEqual([202, 'queued']);
    expect(answer.headers.get('location')).toBe(`crawls/${String(id)}`);
    expect(place.begun).toEqual([{ crawl: id, run: 1, order: { kind: 'start', spec } }]);
  });

  test('starts one crawl for one Idempotency-Key, however often it is sent', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const answers = [];
    for (let time = 0; time < 3; time += 1) answers.push(await place.call('POST', '/crawls', spec, { headers }));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(place.records.size).toBe(1);
  });

  test('begins a crawl whose first request died between its record and its start', async () => {
    const headers = { 'idempotency-key': 'k1' };
    place.failNextBegin = new Error('the service is away');
    expect((await place.call('POST', '/crawls', spec, { headers })).status).toBe(500);
    const again = await place.call('POST', '/crawls', spec, { headers });
    expect(again.status).toBe(202);
    expect(place.begun.map(({ crawl }) => crawl)).toEqual([again.body['id']]);
  });

  test('brings a deleted crawl not back by its key', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const { body } = await place.call('POST', '/crawls', spec, { headers });
    place.records.delete(String(body['id']));
    const late = await place.call('POST', '/crawls', spec, { headers });
    expect([late.status, ...codesOf(late.body), place.begun.length]).toEqual([409, 'key-of-deleted', 1]);
  });

  test('refuses a key that came with another request, and lets another owner use it', async () => {
    const headers = { 'idempotency-key': 'k1' };
    await place.call('POST', '/crawls', spec, { headers });
    const other = await place.call('POST', '/crawls', { ...spec, limit: 11 }, { headers });
    expect([other.status, ...codesOf(other.body)]).toEqual([422, 'key-reused']);
    const another = await place.call('POST', '/crawls', spec, { headers, owner: 'key:b' });
    expect(another.status).toBe(202);
    expect(place.records.size).toBe(2);
  });

  test.each([
    ['an unknown setting', { ...spec, limt: 3 }, /limt: there is no setting "limt"; did you mean "limit"\?/],
    ['a wrong value', { ...spec, delayMs: -1 }, /delayMs: -1 is refused; allowed is a whole number from 0/],
    ['no sites', { limit: 3 }, /there is nothing to crawl/],
    ['a file', { sites: [{ url: 'file:///etc/passwd' }] }, /sites\[0\]\.url: .*allowed are http and https/],
    [
      'an address of a megabyte',
      { sites: [{ url: `https://a.example/${'x'.repeat(1_000_000)}` }] },
      /at most \d+ characters/,
    ],
    ['a private host', { sites: [{ url: 'http://127.0.0.1:8080/' }] }, /127\.0\.0\.1:8080.*refused.*allowHosts/],
    ['a host of the cloud', { sites: [{ url: 'http://metadata.internal/' }] }, /metadata\.internal/],
    ['the API itself', { sites: [{ url: 'https://api.example.com/crawls' }] }, /any site but this API itself/],
    [
      'private hosts allowed by the request',
      { ...spec, allowHosts: ['10.0.0.1:80'] },
      /allowHosts: .*only a deployment can allow private hosts/,
    ],
    [
      'code to load',
      { ...spec, plugins: ['https://evil.example/x.js'] },
      /plugins: .*only if they are deployed; allowed are names of their parts/,
    ],
    [
      'a part that is not deployed',
      { ...spec, analyzers: ['headings'] },
      /analyzers: "headings" is refused; .*deployed/,
    ],
    ['a list that is none', [1, 2], /allowed is one JSON object/],
    [
      'more sites than a request may name',
      { sites: Array.from({ length: 1_001 }, (_, n) => ({ url: `https://s${n}.example/` })) },
      /1001 sites are refused; allowed are 1000.*sitesFrom/,
    ],
    [
      'a list that was never sent',
      { sitesFrom: '00000000-0000-4000-8000-000000000009' },
      /sitesFrom: .*POST \/uploads/,
    ],
    ['a list by a path', { sitesFrom: '../../secrets' }, /sitesFrom: .*refused/],
    ['a list beside sites', { ...spec, sitesFrom: '00000000-0000-4000-8000-000000000009' }, /one of the two/],
  ])('refuses %s with a sentence, and begins nothing (adverse 64)', async (_, body, sentence) => {
    const answer = await place.call('POST', '/crawls', body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body['detail']).toMatch(sentence);
    expect(place.begun).toEqual([]);
    expect(place.errors).toEqual([]);
  });

  test('lets private hosts be asked where it is the own machine of who asks, and never code be loaded', async () => {
    place.isOwnMachine = true;
    place.deployedParts = undefined;
    const allowed = await place.call('POST', '/crawls', { ...spec, allowHosts: ['10.0.0.1:80'] });
    expect(allowed.status).toBe(202);
    const code = await place.call('POST', '/crawls', { ...spec, plugins: ['./mine.ts'] });
    expect([code.status, code.body['detail']]).toEqual([400, expect.stringMatching(/only the command line takes/)]);
  });

  test('takes the parts that are deployed by their names, in crawls and estimates, and no other', async () => {
    place.deployedParts = {
      robots: ['no-search-pages'],
      finish: ['enough'],
      writers: ['dot'],
      analyzers: ['headings'],
    };
    const named = { ...spec, robots: 'no-search-pages', finish: ['enough'], writers: ['dot'], analyzers: ['headings'] };
    expect((await place.call('POST', '/crawls', named)).status).toBe(202);
    expect(place.begun.at(-1)?.order).toMatchObject({ kind: 'start', spec: { analyzers: ['headings'] } });
    expect((await place.call('POST', '/estimate', named)).status).toBe(200);
    const { status, body } = await place.call('POST', '/crawls', { ...spec, writers: ['dots'] });
    expect([status, body['detail']]).toEqual([
      400,
      'writers: "dots" is refused; allowed are dot (did you mean dot?); plugins run here only if they are deployed.',
    ]);
  });

  test('takes of each source of a watch how its pages are loaded, where this place has a browser', async () => {
    const sites = [{ url: 'https://news.example/', render: 'auto' }, { url: 'https://other.example/' }];
    const refused = await place.call('POST', '/watches', { ...spec, sites });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('without a browser')]);
    const unknown = await place.call('POST', '/watches', { ...spec, sites: [{ ...sites[0], render: 'often' }] });
    expect(JSON.stringify(unknown.body)).toContain('allowed are never, auto, always');
    place.deployedParts = { robots: [], finish: [], writers: [], analyzers: [], rendering: true };
    const answer = await place.call('POST', '/watches', { ...spec, sites });
    expect(answer.status).toBe(202);
    const [{ order } = { order: undefined }] = place.begun;
    expect(order).toMatchObject({
      watch: { settings: { 'https://news.example/': JSON.stringify({ version: 1, render: 'auto' }) } },
    });
  });

  test('lists the parts that a spec may name, and describes them', async () => {
    place.deployedParts = { robots: ['no-search-pages'], finish: [], writers: ['dot'], analyzers: [] };
    expect((await place.call('GET', '/parts')).body).toEqual({
      formats: ['csv', 'gexf', 'graphml', 'net', 'parquet', 'xlsx', 'commoncrawl'],
      render: ['never'],
      robots: ['obey', 'disallow-only', 'ignore', 'no-search-pages'],
      finish: [],
      writers: ['dot'],
      analyzers: [],
      applications: ['grabber', 'readability'],
    });
    const described = JSON.stringify((await place.call('GET', '/openapi.json')).body);
    expect(described).toContain('"enum":["obey","disallow-only","ignore","no-search-pages"]');
    expect(described).toContain('"enum":["dot"]');
  });

  test('refuses a body that is no JSON, and one that is too large, before it is read as anything', async () => {
    const broken = await place.call('POST', '/crawls', '{"sites": [');
    expect([broken.status, ...codesOf(broken.body)]).toEqual([400, 'body-json']);
    const large = await place.call('POST', '/crawls', `{"contact": "${'x'.repeat(3_000_000)}"}`);
    expect([large.status, ...codesOf(large.body)]).toEqual([413, 'body-size']);
  });

  test('stops reading a body that does not say how long it is, where it is too large', async () => {
    let sent = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      sent += 1;
      if (sent < 1000) controller.enqueue(new Uint8Array(100_000).fill(32));
      else controller.close();
    };
    const body = new ReadableStream({ pull });
    const request = { method: 'POST', body, duplex: 'half' } as const;
    const answer = await place.answer(new Request('https://api.example.com/crawls', request), 'account:1');
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(40);
  });

  test('shows of an address with a password everything but that', async () => {
    const { body } = await place.call('POST', '/crawls', { sites: [{ url: 'https://me:hunter2@example.org/' }] });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  test('takes the name of a list that its owner has sent, and nobody else', async () => {
    const upload = await place.call('POST', '/uploads', { sizeBytes: 100 });
    const { sitesFrom, url } = upload.body;
    expect(upload.status).toBe(201);
    place.uploads.add(new URL(String(url)).pathname.slice('/uploads/'.length));
    expect((await place.call('POST', '/crawls', { sitesFrom })).status).toBe(202);
    expect((await place.call('POST', '/crawls', { sitesFrom }, { owner: 'key:b' })).status).toBe(400);
  });

  test('says that the disk is full, which who asks can mend (adverse 59)', async () => {
    place.failNextBegin = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const answer = await place.call('POST', '/crawls', spec);
    expect([answer.status, answer.body['detail']]).toEqual([507, expect.stringMatching(/disk is full/)]);
    expect(place.errors).toEqual([]);
  });

  test('tells nothing of an error that is ours, and hands it to the log', async () => {
    place.failNextBegin = new Error('arn:aws:secret is unreachable');
    const answer = await place.call('POST', '/crawls', spec);
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('arn:aws');
    expect(String(place.errors[0])).toContain('arn:aws');
    // Nothing was begun, so nothing is listed.
    expect((await place.call('GET', '/crawls')).body).toEqual({ crawls: [] });
  });
});

describe('POST /uploads', () => {
  test.each([0, -1, 1.5, 100_000_000, '5', undefined])('refuses a list of %s bytes', async sizeBytes => {
    const answer = await place.call('POST', '/uploads', { sizeBytes });
    expect(answer.status).toBe(400);
    expect(answer.body['detail']).toMatch(/sizeBytes: .*refused; allowed is the exact size/);
  });
});

describe('GET /crawls', () => {
  test('lists the crawls of the owner, newest first, in parts', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(String((await place.call('POST', '/crawls', spec)).body['id']));
    await place.call('POST', '/crawls', spec, { owner: 'key:b' });
    const seen: unknown[] = [];
    for (let path: string | undefined = '/crawls?limit=2'; path !== undefined; ) {
      const { body } = await place.call('GET', path);
      const page = body as { crawls: { id: string }[]; next?: string };
      expect(page.crawls.length).toBeLessThanOrEqual(2);
      seen.push(...page.crawls.map(({ id }) => id));
      path = page.next === undefined ? undefined : `/crawls?limit=2&cursor=${page.next}`;
    }
    expect(seen).toEqual(ids);
  });

  test.each([
    ...['?limit=0', '?limit=101', '?limit=x', '?cursor=!!!', '?cursor=eyJ9'],
    // JSON texts that are no places of a list: "", "key#a".
    ...['?cursor=IiI', '?cursor=ImtleSNhIg'],
  ])('refuses %s', async query => {
    expect((await place.call('GET', `/crawls${query}`)).status).toBe(400);
  });
});

describe('PATCH /crawls/{id}', () => {
  test('gives a crawl a name, whatever it does', async () => {
    const id = await place.started(spec);
    const named = await place.call('PATCH', `/crawls/${id}`, { name: 'Весна <b>' });
    expect([named.status, named.body]).toEqual([200, { id, name: 'Весна <b>' }]);
    place.end(id);
    await place.call('PATCH', `/crawls/${id}`, { name: 'Later' });
    expect((await place.call('GET', `/crawls/${id}`)).body).toMatchObject({ name: 'Later', state: 'stopped' });
    expect((await place.call('GET', `/crawls/${id}/spec`)).body).toMatchObject({ spec: { name: 'Later' } });
  });

  test.each([{}, { name: '' }, { name: 'x'.repeat(201) }, { name: 'a\nb' }, { name: 3 }, { name: 'x', limit: 3 }])(
    'refuses %j with a sentence',
    async body => {
      const id = await place.started(spec);
      const { status, body: answer } = await place.call('PATCH', `/crawls/${id}`, body);
      expect([status, answer['detail']]).toEqual([400, expect.stringMatching(/^(?:name|limit): .*\.$/)]);
    },
  );

  test('says where there is none, or none yet', async () => {
    expect((await place.call('PATCH', '/crawls/none', { name: 'x' })).status).toBe(404);
    const { body } = await place.call('POST', '/crawls', spec);
    expect((await place.call('PATCH', `/crawls/${String(body['id'])}`, { name: 'x' })).status).toBe(409);
  });
});

describe('a crawl of its own', () => {
  test('is queued, running, stopping and stopped, and says so', async () => {
    const { body } = await place.call('POST', '/crawls', spec);
    const id = String(body['id']);
    const state = async (): Promise<unknown> => (await place.call('GET', `/crawls/${id}`)).body['state'];
    expect(await state()).toBe('queued');
    expect((await place.call('POST', `/crawls/${id}/stop`)).status).toBe(409);
    await place.seed(id);
    expect(await state()).toBe('running');
    expect((await place.call('POST', `/crawls/${id}/resume`)).status).toBe(409);
    expect((await place.call('DELETE', `/crawls/${id}`)).status).toBe(409);
    const stopped = await place.call('POST', `/crawls/${id}/stop`);
    expect([stopped.status, stopped.body['state']]).toEqual([202, 'stopping']);
    expect(await state()).toBe('stopping');
    expect(await place.call('GET', `/crawls/${await place.finished()}`)).toMatchObject({
      body: { state: 'stopped', finishReason: 'stopped' },
    });
  });

  test('shows pages by outcome, rate, cost and its sites in parts', async () => {
    const id = await place.started({
      sites: [1, 2, 3].map(n => ({ url: `https://s${n}.example/` })),
      limit: 9,
      rule: 'equal',
    });
    const { body } = await place.call('GET', `/crawls/${id}?limit=2`);
    expect(body).toMatchObject({
      pages: 0,
      limit: 9,
      queued: 3,
      ...{ siteCount: 3, firstSite: 's1.example' },
      outcomes: { found: 3, nodes: 0 },
      levels: [{ level: 0, activeSites: 3 }],
      cost: { requests: { writeUnit: 3 }, dollars: 0.000003 },
      sites: [{ number: 1, origin: 'https://s1.example', limit: 3 }, { number: 2 }],
    });
    const rest = await place.call('GET', `/crawls/${id}?limit=2&cursor=${String(body['next'])}`);
    expect(rest.body).toMatchObject({ sites: [{ number: 3 }] });
    expect(rest.body).not.toHaveProperty('next');
  });

  test('shows the outcomes of each level once the results are written', async () => {
    const levels = [{ level: 0, found: 1, nodes: 1, redirects: 0, duplicates: 0, skipped: 0 }];
    place.found.set(1, { levels, arcs: 0 });
    const running = await place.call('GET', `/crawls/${await place.started()}`);
    expect((running.body['sites'] as object[])[0]).not.toHaveProperty('levels');
    const finished = await place.call('GET', `/crawls/${await place.finished()}`);
    expect(finished.body).toMatchObject({ sites: [{ number: 1, levels }] });
  });

  test('counts what its result files count, once they are written', async () => {
    const counts = { found: 1, nodes: 1, redirects: 0, duplicates: 0, skipped: 0 };
    place.found.set(1, { levels: [{ level: 0, ...counts }], arcs: 0 });
    const id = await place.finished();
    expect((await place.call('GET', `/crawls/${id}`)).body).toMatchObject({ outcomes: counts, leftToDo: 0 });
    for (const query of ['', '?sort=used'])
      expect((await place.call('GET', `/crawls/${id}/sites${query}`)).body).toMatchObject({
        sites: [{ number: 1, outcomes: counts, left: 0 }],
      });
  });

  test('that failed says why', async () => {
    const id = await place.finished();
    place.records.set(id, { ...place.records.get(id)!, failure: [{ code: 'ended-unbegun' }, { code: 'interrupted' }] });
    expect((await place.call('GET', `/crawls/${id}`)).body).toMatchObject({
      ...{ state: 'failed', causes: [{ code: 'ended-unbegun' }, { code: 'interrupted' }] },
    });
  });

  test('that was interrupted says so, and may be resumed', async () => {
    const id = await place.finished();
    place.records.set(id, { ...place.records.get(id)!, failure: [{ code: 'interrupted' }] });
    expect((await place.call('GET', `/crawls/${id}`)).body).toMatchObject({
      state: 'interrupted',
      cause: expect.stringMatching(/^No process works on this crawl/),
      causes: [{ code: 'interrupted', message: expect.stringMatching(/^No process works on this crawl/) }],
    });
    expect((await place.call('POST', `/crawls/${id}/resume`)).status).toBe(202);
    expect((await place.call('GET', `/crawls/${id}`)).body).toMatchObject({ state: 'queued' });
  });

  test('whose resume was cut short is begun by the next one', async () => {
    const id = await place.finished();
    place.failNextBegin = new Error('the service is away');
    expect((await place.call('POST', `/crawls/${id}/resume`)).status).toBe(500);
    expect(place.begun.filter(({ run }) => run > 1)).toEqual([]);
    expect((await place.call('POST', `/crawls/${id}/resume`)).status).toBe(409);
    expect(place.begun.at(-1)).toEqual({ crawl: id, run: 2, order: { kind: 'resume', raise: {} } });
  });

  test('is not resumed by a deployment that lacks a part of it', async () => {
    place.deployedParts = { robots: [], finish: [], writers: ['dot'], analyzers: [] };
    const id = await place.finished({ ...spec, writers: ['dot'] });
    place.deployedParts = { ...place.deployedParts, writers: [] };
    const { status, body } = await place.call('POST', `/crawls/${id}/resume`);
    expect([status, body['detail']]).toEqual([400, expect.stringMatching(/^writers: "dot" is refused; .*deployed/)]);
    expect(place.begun).toHaveLength(1);
  });

  test('is resumed with larger limits, and refuses smaller ones', async () => {
    const id = await place.finished(spec);
    const smaller = await place.call('POST', `/crawls/${id}/resume`, { limit: 9 });
    expect([smaller.status, smaller.body['detail']]).toEqual([
      400,
      'limit: 9 is refused; allowed is 10, which the crawl has, or more.',
    ]);
    const names = [
      ...['limit', 'siteLimit', 'timeLimitSeconds', 'maxLevel', 'delayMs', 'timeoutSeconds', 'maxPageBytes'],
      ...['allowHosts', 'starts', 'retryFailed'],
    ];
    const mistyped = await place.call('POST', `/crawls/${id}/resume`, { limt: 20, pages: 3 });
    expect([mistyped.status, mistyped.body['errors']]).toEqual([
      400,
      [
        {
          code: 'unknown-setting',
          field: 'limt',
          value: '"limt"',
          allowed: { nearest: 'limit' },
          message: 'limt: there is no setting "limt"; did you mean "limit"?',
        },
        {
          code: 'unknown-setting',
          field: 'pages',
          value: '"pages"',
          allowed: { names },
          message: `pages: there is no setting "pages"; allowed are ${names.join(', ')}.`,
        },
      ],
    ]);
    expect((await place.call('POST', `/crawls/${id}/resume`, { limit: 20 })).status).toBe(202);
    expect(place.begun.at(-1)).toEqual({ crawl: id, run: 2, order: { kind: 'resume', raise: { limit: 20 } } });
    expect((await place.call('POST', `/crawls/${id}/resume`, { limit: 30 })).status).toBe(409);
  });

  test('is requested again where it failed, in a place that can do so, unless it is a watch or was read by a browser', async () => {
    const deployed = place.deployedParts;
    place.deployedParts = undefined;
    const [id, rendered] = [await place.finished(spec), await place.finished({ ...spec, traverse: ['//a'] })];
    const resume = async (crawl: string) => await place.call('POST', `/crawls/${crawl}/resume`, { retryFailed: true });
    const elsewhere = await resume(id);
    expect([elsewhere.status, elsewhere.body['detail']]).toEqual([
      400,
      'retryFailed: true is refused; failed pages are requested again on one machine only; leave it out here.',
    ]);
    place.retriesFailed = true;
    expect((await resume(rendered)).body['detail']).toContain('a browser or a page analyzer has read them');
    expect((await resume(id)).status).toBe(202);
    const order = { kind: 'resume', raise: {}, retryFailed: true };
    expect(place.begun.at(-1)).toEqual({ crawl: id, run: 2, order });
    Object.assign(place, { retriesFailed: undefined, deployedParts: deployed });
  });

  test('of several sites gets a limit in all, but not while turns of a failed run may be under way', async () => {
    const sites = [{ url: 'https://example.org/' }, { url: 'https://example.net/' }];
    const id = await place.started({ sites });
    place.records.set(id, { ...place.records.get(id)!, failure: [{ code: 'interrupted' }] });
    place.turnsOutlastRuns = true;
    const refused = await place.call('POST', `/crawls/${id}/resume`, { limit: 20 });
    expect([refused.status, ...codesOf(refused.body)]).toEqual([409, 'limit-under-way']);
    place.turnsOutlastRuns = undefined;
    expect((await place.call('POST', `/crawls/${id}/resume`, { limit: 20 })).status).toBe(202);
    place.turnsOutlastRuns = true;
    const stopped = await place.finished({ sites });
    expect((await place.call('POST', `/crawls/${stopped}/resume`, { limit: 20 })).status).toBe(202);
  });

  test('that was resumed and has not begun again cannot be stopped yet, for it would forget that', async () => {
    const id = await place.finished();
    await place.call('POST', `/crawls/${id}/resume`);
    const { status, body } = await place.call('POST', `/crawls/${id}/stop`);
    expect([status, body['detail']]).toEqual([409, 'The crawl has not begun; ask again in a few seconds.']);
  });

  test('has no id of thousands of characters, which no table is asked for', async () => {
    const registry = vi.spyOn(place.records, 'get');
    expect((await place.call('GET', `/crawls/${'x'.repeat(3_000)}`)).status).toBe(404);
    expect(registry).not.toHaveBeenCalled();
  });

  test('says once what is wrong with a number that is too large for two reasons', async () => {
    const { status, body } = await place.call('POST', `/crawls/${await place.finished()}/resume`, { maxLevel: 1e20 });
    expect([status, body['errors']]).toEqual([
      400,
      [expect.objectContaining({ code: 'whole-number', field: 'maxLevel' })],
    ]);
  });

  test.each(['[]', '1', 'null'])('is not resumed by %s, and says what is allowed', async text => {
    const id = await place.finished();
    const { status, body } = await place.call('POST', `/crawls/${id}/resume`, text);
    expect([status, body['detail']]).toEqual([400, expect.stringContaining('allowed is one JSON object')]);
  });

  test('is gone when it was deleted', async () => {
    const id = await place.finished();
    expect((await place.call('DELETE', `/crawls/${id}`)).status).toBe(204);
    expect((await place.call('GET', `/crawls/${id}`)).status).toBe(404);
  });

  test('that was written down and never begun can be deleted after an hour', async () => {
    const created = await place.call('POST', '/crawls', spec);
    const id = String(created.body['id']);
    place.now += 3_600_000;
    expect((await place.call('DELETE', `/crawls/${id}`)).status).toBe(409);
    place.now += 1;
    expect((await place.call('DELETE', `/crawls/${id}`)).status).toBe(204);
    expect((await place.call('GET', `/crawls/${id}`)).status).toBe(404);
  });

  test.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/stop'],
    ['POST', '/resume'],
    ['GET', '/results'],
    ['GET', '/results/crawl.json'],
    ['GET', '/skipped'],
    ['GET', '/sites'],
    ['POST', '/sites'],
    ['DELETE', '/sites/1'],
    ['GET', '/links/internal'],
    ['POST', '/links/external/delete'],
    ['POST', '/links/external/restore'],
    ['GET', '/levels'],
    ['GET', '/choices'],
    ['GET', '/graph'],
    ['GET', '/fragment'],
    ['GET', '/events'],
  ])('answers %s %s of another owner as if it were not there (adverse 63)', async (method, path) => {
    const id = await place.finished(spec, 'key:a');
    const others = await place.call(method, `/crawls/${id}${path}`, undefined, { owner: 'key:b' });
    const nothing = await place.call(method, `/crawls/00000000-0000-4000-8000-999999999999${path}`);
    expect(others.status).toBe(404);
    expect(others.body).toEqual(nothing.body);
  });
});

describe('POST /estimate', () => {
  test('says pages, time and dollars before anything runs', async () => {
    const { status, body } = await place.call('POST', '/estimate', {
      sites: [{ url: 'https://a.example/' }, { url: 'https://b.example/' }],
      limit: 1_000,
      delayMs: 1_000,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ pages: 1_000, seconds: 500, mostSeconds: 1_000, secondsPerThousand: 1_000 });
    expect(body['dollars']).toBeGreaterThan(0);
    expect(place.records.size).toBe(0);
  });

  test('reads a list of more sites than a request holds from its upload', async () => {
    const { body: offer } = await place.call('POST', '/uploads', { sizeBytes: 100 });
    place.uploads.add(new URL(String(offer['url'])).pathname.slice('/uploads/'.length));
    place.uploaded = Array.from({ length: 2_000 }, (_, site) => `s${site}.example`).join('\n');
    const asked = { sitesFrom: offer['sitesFrom'], limit: 10_000, delayMs: 1_000 };
    const { status, body } = await place.call('POST', '/estimate', asked);
    expect([status, body]).toMatchObject([200, { pages: 10_000, seconds: 5 }]);
    place.uploaded = 'ftp://a.example';
    expect(codesOf((await place.call('POST', '/estimate', asked)).body)).toEqual(['scheme']);
  });

  test('invents no pages of a site without a limit', async () => {
    const { body } = await place.call('POST', '/estimate', { sites: [{ url: 'https://a.example/' }], delayMs: 300 });
    expect(body).toMatchObject({ secondsPerThousand: 300, dollarsPerThousand: expect.any(Number) });
    for (const name of ['pages', 'seconds', 'dollars']) expect(body).not.toHaveProperty(name);
    const timed = { sites: [{ url: 'https://a.example/' }], delayMs: 500, timeLimitSeconds: 60 };
    expect((await place.call('POST', '/estimate', timed)).body).toMatchObject({ pages: 120, seconds: 60 });
  });

  test('refuses to ask for sitemaps where the place reads none', async () => {
    const { status, body } = await place.call('POST', '/estimate', { ...spec, askSitemaps: true });
    expect([status, ...codesOf(body)]).toEqual([400, 'sitemaps-elsewhere']);
  });

  test('says of a site that may be too large for the place who writes its results', async () => {
    place.unloadedUrls = 600_000;
    const codes = async (more: object): Promise<unknown[]> => {
      const { body } = await place.call('POST', '/estimate', { sites: [{ url: 'https://a.example/' }], ...more });
      return (body['assumptions'] as { code: string }[]).map(({ code }) => code);
    };
    expect(await codes({ limit: 600_000 })).not.toContain('unload-elsewhere');
    expect(await codes({ limit: 600_001 })).toContain('unload-elsewhere');
    expect(await codes({})).toContain('unload-elsewhere');
    expect(await codes({ pagesPerSite: 1_000 })).not.toContain('unload-elsewhere');
  });

  test('names the other order of pages where several sites share a budget', async () => {
    const sites = [{ url: 'https://a.example/' }, { url: 'https://b.example/' }];
    const codes = async (more: object): Promise<unknown[]> => {
      const { body } = await place.call('POST', '/estimate', { sites, limit: 100, ...more });
      return (body['assumptions'] as { code: string }[]).map(({ code }) => code);
    };
    expect(await codes({})).toContain('order-links');
    expect(await codes({ order: 'links' })).not.toContain('order-links');
    expect(await codes({ sites: sites.slice(1) })).not.toContain('order-links');
  });

  test('says what it assumes of a site without a limit', async () => {
    const { body } = await place.call('POST', '/estimate', {
      sites: [{ url: 'https://a.example/' }],
      pagesPerSite: 70,
    });
    expect(body).toMatchObject({
      pages: 70,
      seconds: 70,
      assumptions: expect.arrayContaining([
        { code: 'pages', pages: 70, message: 'A site without a limit has 70 pages.' },
      ]),
    });
    const { status: refused, body: why } = await place.call('POST', '/estimate', { ...spec, pagesPerSite: 0 });
    expect([refused, why['detail']]).toEqual([
      400,
      expect.stringMatching(/^pagesPerSite: 0 is refused; allowed is .* 1 /),
    ]);
  });
});

describe('every answer', () => {
  test('is kept by nobody and sends no address on, a problem too', async () => {
    for (const path of ['/crawls', '/nowhere', '/crawls/x']) {
      const { headers } = await place.call('GET', path);
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    }
  });

  test('to what is not there is a problem that says where the list is', async () => {
    const { status, body } = await place.call('GET', '/nowhere');
    expect([status, body['detail']]).toEqual([404, expect.stringContaining('GET /openapi.json')]);
  });

  test('is described with the limits that it holds requests to', async () => {
    const { body } = await place.call('GET', '/openapi.json');
    const { paths } = body as {
      paths: Record<string, Record<string, { parameters: object[]; requestBody?: unknown }>>;
    };
    const parts = (path: string, method: string) => JSON.stringify(paths[path]?.[method]);
    expect(parts('/crawls/{id}/resume', 'post')).toContain('"minimum":1,"maximum":1000000000');
    expect(parts('/estimate', 'post')).toContain('"pagesPerSite":{"type":"integer","minimum":1,');
    expect(parts('/crawls', 'get')).toContain('"maximum":100,"default":20');
    expect(parts('/crawls/{id}/graph', 'get')).toContain('"maximum":10000,"default":1000');
    const id = await place.finished(spec);
    const endless = await place.call('POST', `/crawls/${id}/resume`, { limit: 1_000_000_001 });
    expect([endless.status, endless.body['detail']]).toEqual([
      400,
      'limit: 1000000001 is refused; allowed is a whole number from 1 to 1000000000 (pages in all).',
    ]);
  });

  test('refuses each fault of a query, and takes an empty value for none', async () => {
    const bad = await place.call('GET', '/crawls?limit=0&cursor=x');
    expect([bad.status, (bad.body['errors'] as { field: string }[]).map(({ field }) => field).sort()]).toEqual([
      400,
      ['cursor', 'limit'],
    ]);
    expect((await place.call('GET', '/crawls?limit=&cursor=')).status).toBe(200);
  });

  test('is described in at most 200 KB', async () => {
    const { body } = await place.call('GET', '/openapi.json');
    expect(JSON.stringify(body).length).toBeLessThan(200_000);
  });

  test('is described by an OpenAPI document with the schema of the spec', async () => {
    const { body } = await place.call('GET', '/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, { requestBody?: unknown }>> };
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/crawls', '/crawls/{id}', '/crawls/{id}/results', '/estimate']),
    );
    expect(JSON.stringify(paths['/crawls']?.['post']?.requestBody)).toContain('timeLimitSeconds');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    );
    expect([...described, 'GET /openapi.json'].sort()).toEqual([...place.routes].sort());
  });
});
