import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionPool, type PooledConnection } from '../../../../shared/adapters/web/connection-pool.ts';
import { type AdverseServer, startAdverseServer } from '../../../servers/adverse-server.ts';

let server: AdverseServer;
let pool: ConnectionPool;

beforeEach(async () => {
  server = await startAdverseServer();
});

afterEach(async () => {
  pool.close();
  await server.close();
});

function openPool(options: { connectionsPerOrigin?: number; keepAliveMs?: number; maxIdle?: number }): ConnectionPool {
  pool = new ConnectionPool({
    // Every name leads to the one server.
    openSocket: (_target, onDial) => {
      const socket = net.connect(server.port, '127.0.0.1');
      onDial(socket);
      return new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('error', reject));
    },
    maxHeaderBytes: 10_000,
    connectionsPerOrigin: 64,
    keepAliveMs: 10_000,
    maxIdle: 1_000,
    ...options,
  });
  return pool;
}

/** One request, and the connection given back. */
function ask(origin: string): Promise<PooledConnection> {
  return new Promise((resolve, reject) => {
    pool.acquire(origin, 'any', connection => {
      connection.dispatch(
        { path: '/ok', method: 'GET' },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: () => undefined,
          onResponseEnd: () => {
            pool.release(connection, true);
            resolve(connection);
          },
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  });
}

const origins = (count: number) => Array.from({ length: count }, (_, i) => `http://host${i}.test`);

describe('the connection pool', () => {
  it('uses a connection again', async () => {
    openPool({});
    const first = await ask('http://a.test');
    expect(await ask('http://a.test')).toBe(first);
    expect(server.log.map(({ connection, nth }) => [connection, nth])).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it('opens no more connections to one origin than it may, and serves everybody', async () => {
    openPool({ connectionsPerOrigin: 3 });
    await Promise.all(Array.from({ length: 30 }, () => ask('http://a.test')));
    expect(server.log).toHaveLength(30);
    expect(Math.max(...server.log.map(({ connection }) => connection))).toBe(3);
  });

  it('forgets an origin when its idle connections are closed', async () => {
    openPool({ keepAliveMs: 2_000 });
    await Promise.all(origins(20).map(ask));
    expect(pool.size).toBe(20);
    await expect.poll(() => pool.size).toBe(0);
    await expect.poll(() => server.connections()).toBe(0);
  });

  it('forgets an origin when the server closes its connection', async () => {
    openPool({});
    await ask('http://a.test');
    await server.close();
    await expect.poll(() => pool.size).toBe(0);
  });

  it('keeps only so many idle connections, the latest', async () => {
    openPool({ maxIdle: 5 });
    for (const origin of origins(12)) await ask(origin);
    expect(pool.size).toBe(5);
    await expect.poll(() => server.connections()).toBe(5);
  });

  it('keeps nothing of thousands of hosts but the idle connections it may', async () => {
    openPool({ maxIdle: 50 });
    const names = origins(2_000);
    for (let i = 0; i < names.length; i += 50) await Promise.all(names.slice(i, i + 50).map(ask));
    expect(pool.size).toBeLessThanOrEqual(50);
    await expect.poll(() => server.connections()).toBeLessThanOrEqual(50);
  });

  it('closes idle connections when it is closed, and those in use when they come back', async () => {
    openPool({});
    await ask('http://a.test');
    pool.acquire('http://b.test', 'any', connection => {
      pool.close();
      pool.release(connection, true);
    });
    expect(pool.size).toBe(0);
    await expect.poll(() => server.connections()).toBe(0);
  });
});
