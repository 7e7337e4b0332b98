import { createWriteStream } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { once } from 'node:events';
import { ObjectId } from 'mongodb';
import { importUsers } from '../../package/src/cli/users/import-users.ts';
import { createFoyerClient, type Fetch } from '../../package/src/client.ts';
import { createServiceKeySecret } from '../../src/server/crypto/access-token-format.ts';
import { hashToken } from '../../src/server/crypto/secrets.ts';
import { collectionsOf } from '../../src/server/database/collections.ts';
import { DAY_MS } from '../../src/shared/limits.ts';
import { usageOf } from '../children.ts';
import type { ImportMeasurement } from '../results.ts';
import { FOYER_HOST, startFoyer } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';

/** bcrypt at cost 10, which most files have. An import does not check it. */
const PASSWORD_HASH = `$2b$10$${'u'.repeat(53)}`;
const SAMPLE_EVERY_MS = 200;
const TIMEOUT_MS = 60_000;

/** `foyer users import` of a file with many people: rows a second, and the memory of server and command at the begin and at the end. */
export async function measureImport(bench: Bench, plan: Plan): Promise<ImportMeasurement> {
  const { importedPeople: people } = plan;
  bench.say(`import: a file with ${people} people`);
  const { db, uri } = bench.database.use('import');
  const { child, port } = await startFoyer(uri);
  const key = createServiceKeySecret();
  await collectionsOf(db).serviceKeys.insertOne({
    _id: new ObjectId(),
    keyHash: hashToken(key),
    lastFour: key.slice(-4),
    name: 'bench',
    scopes: ['users:import'],
    allowedAddresses: [],
    createdAt: new Date(),
    createdBy: null,
    expires: new Date(Date.now() + DAY_MS),
    revokedAt: null,
    lastUsed: null,
  });
  const file = path.join(bench.folder, 'people.ndjson');
  await writePeople(file, people);

  const samples: { readonly atMs: number; readonly server: number; readonly command: number }[] = [];
  const started = performance.now();
  const sample = async () => {
    const { rssBytes } = await usageOf(child);
    const command = process.memoryUsage().heapUsed;
    samples.push({ atMs: performance.now() - started, server: rssBytes, command });
  };
  const timer = setInterval(() => void sample().catch(() => undefined), SAMPLE_EVERY_MS);
  bench.say('import: running');
  await importUsers({
    client: createFoyerClient({
      url: `https://${FOYER_HOST}`,
      token: key,
      fetch: throughProxy(port),
      timeoutMs: TIMEOUT_MS,
    }),
    file,
    from: 'foyer',
    dryRun: false,
    conversion: { providers: new Map(), hashConfig: null },
    sleep: () => Promise.reject(new Error('the server refused a batch')),
    output: { line: bench.say, json: () => undefined },
    asJson: false,
    showProgress: null,
  });
  const durationMs = performance.now() - started;
  clearInterval(timer);
  await sample();
  const stored = await collectionsOf(db).users.countDocuments();
  if (stored !== people) throw new Error(`${stored} of ${people} people are there`);
  await child.end();

  const peak = (part: 'server' | 'command', from: number, to: number) =>
    Math.max(
      0,
      ...samples
        .filter(({ atMs }) => atMs >= from * durationMs && (to === 1 || atMs < to * durationMs))
        .map((each) => each[part]),
    );
  return {
    people,
    durationMs,
    serverFirstQuarterBytes: peak('server', 0, 0.25),
    serverLastQuarterBytes: peak('server', 0.75, 1),
    commandFirstQuarterBytes: peak('command', 0, 0.25),
    commandLastQuarterBytes: peak('command', 0.75, 1),
  };
}

async function writePeople(file: string, count: number): Promise<void> {
  const stream = createWriteStream(file);
  for (let number = 0; number < count; number++) {
    const person = {
      externalId: `former-${number}`,
      email: `person-${number}@example.test`,
      emailVerified: true,
      name: `Person Number ${number}`,
      passwordHash: PASSWORD_HASH,
      createdAt: new Date(Date.UTC(2020, 0, 1) + number * 60_000).toISOString(),
    };
    if (!stream.write(`${JSON.stringify(person)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

/** Calls as the proxy that ends TLS, which `fetch` cannot do: it does not set `Host`. */
function throughProxy(port: number): Fetch {
  return async (address, { method = 'GET', headers, body }) => {
    const request = http.request({
      port,
      method,
      path: new URL(String(address)).pathname + new URL(String(address)).search,
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        host: FOYER_HOST,
        'x-forwarded-proto': 'https',
      },
    });
    request.end(typeof body === 'string' ? body : undefined);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    const text = (await answer.toArray()).join('');
    return new Response(text, {
      status: answer.statusCode ?? 500,
      headers: { 'content-type': answer.headers['content-type'] ?? '' },
    });
  };
}
