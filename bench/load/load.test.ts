import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listener } from '../../src/testing/run/listen.ts';
import { endChildren } from '../children.ts';
import { startLoad, type Load } from './load.ts';
import { aroundValue, rawRequest, VALUE } from './raw-request.ts';

describe('the load generator', () => {
  const requestsByName = new Map<string, number>();
  let server: Listener;
  let load: Load;
  beforeAll(async () => {
    server = await listen((request, response) => {
      const name = request.headers.cookie ?? '';
      requestsByName.set(name, (requestsByName.get(name) ?? 0) + 1);
      response.end(JSON.stringify([`for ${name}`, `for ${name}`]));
    });
    load = startLoad();
  });
  afterAll(async () => {
    await endChildren();
    await server.close();
  });

  const targetFor = (people: readonly (readonly [string, string])[], times = 2) => ({
    port: server.port,
    ...aroundValue(rawRequest({ path: '/', host: 'localhost', headers: { cookie: VALUE } })),
    people,
    times,
  });
  const run = (target: string, onEdge?: Parameters<Load['run']>[1]) =>
    load.run({ streams: [{ target, connections: 2, everyMs: null }], leadMs: 20, measureMs: 200 }, onEdge);

  it('gives everybody a turn and counts the answers', async () => {
    const people = ['ada', 'bob', 'eve'];
    await load.define('right', targetFor(people.map((name) => [name, `for ${name}`])));
    const edges: string[] = [];
    const { streams } = await run('right', (edge) => void edges.push(edge));
    expect(edges).toEqual(['begins', 'ends']);
    const [counted] = streams;
    expect(counted?.answers).toBeGreaterThan(3);
    expect(counted?.p99Ms).toBeGreaterThanOrEqual(counted?.p50Ms ?? Number.NaN);
    const turns = people.map((name) => requestsByName.get(name) ?? 0);
    expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(1);
    expect(turns.reduce((sum, each) => sum + each)).toBeGreaterThan(counted?.answers ?? Infinity);
  });

  it('fails with the answer for another person, and with a wrong number of markers', async () => {
    await load.define('wrong', targetFor([['ada', 'for bob']]));
    await expect(run('wrong')).rejects.toThrow('0 of 2 times');
    await load.define('too often', targetFor([['ada', 'for ada']], 1));
    await expect(run('too often')).rejects.toThrow('2 of 1 times');
  });

  it('can run again after a failed run', async () => {
    await expect(run('unknown')).rejects.toThrow('unknown was not defined');
    expect((await run('right')).streams[0]?.answers).toBeGreaterThan(0);
  });
});

it('splits a request around its one value', () => {
  const { before, after } = aroundValue(
    rawRequest({ path: '/a', host: 'h', headers: { cookie: `a=${VALUE}` } }),
  );
  expect(before).toMatch(/^GET \/a HTTP\/1\.1\r\nhost: h\r\n[^]*cookie: a=$/);
  expect(after).toBe('\r\n\r\n');
  expect(() => aroundValue('GET / HTTP/1.1')).toThrow('one value');
  expect(rawRequest({ path: '/', host: 'h', body: { name: 'Ä' } })).toMatch(
    /content-length: 13\r\n\r\n\{"name":"Ä"\}$/,
  );
});
