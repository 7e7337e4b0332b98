import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CapacityFigures } from '../capacity-figures.ts';
import { usageOf } from '../children.ts';
import { readAnswer } from '../load/http-connection.ts';
import { rawRequest } from '../load/raw-request.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makePeople } from '../seeds/people.ts';
import { FOYER_COOKIE, startFoyer, type RunningServer } from '../start-servers.ts';
import { median } from '../statistics.ts';
import type { Bench, Plan } from './bench.ts';
import { SESSION_GET } from './session-targets.ts';

const WANTED = [0, 1000, 10_000];
const OPENED_AT_ONCE = 50;
const SESSIONS = 1000;
const SETTLE_MS = 2000;
const ANSWER_WITHIN_MS = 10_000;

/** Measures the resident memory of the server with kept-alive connections, on each of which a session was read. */
export async function measureConnections(
  bench: Bench,
  plan: Plan,
): Promise<CapacityFigures['memory']['connections']> {
  const { db, uri } = bench.database.use('capacity_connections');
  const people = makePeople(SESSIONS, new Date());
  await seedFoyer(db, people);
  const tokens = Array.from({ length: SESSIONS }, (_, number) => people.session(number).token);
  const processes: { open: number; bytes: number }[][] = [];
  while (processes.length < plan.memory.processes) {
    bench.say(`capacity: connections, process ${processes.length + 1} of ${plan.memory.processes}`);
    processes.push(await measureProcess(await startFoyer(uri), plan, tokens));
  }
  return WANTED.map((wanted, index) => {
    const measured = processes.flatMap((process) => process[index] ?? []);
    return {
      wanted,
      open: Math.min(...measured.map(({ open }) => open)),
      bytes: median(measured.map(({ bytes }) => bytes)),
    };
  });
}

async function measureProcess(
  server: RunningServer,
  plan: Plan,
  tokens: readonly string[],
): Promise<{ open: number; bytes: number }[]> {
  const sockets: Socket[] = [];
  const requestOf = (number: number) => {
    const headers = { cookie: `${FOYER_COOKIE}=${tokens[number % tokens.length]}` };
    return rawRequest({ path: SESSION_GET, host: server.host, headers });
  };
  const steps: { open: number; bytes: number }[] = [];
  await sleep(plan.memory.idleMs);
  for (const wanted of WANTED) {
    while (sockets.length < wanted) {
      const from = sockets.length;
      const opened = await Promise.all(
        Array.from({ length: Math.min(OPENED_AT_ONCE, wanted - from) }, (_, index) =>
          openAndAsk(server.port, requestOf(from + index)),
        ),
      );
      sockets.push(...opened.filter((socket) => socket !== null));
      if (!opened.includes(null)) continue;
      // A process has reached its limit of open files. It needs some more to tell what it uses.
      for (const socket of sockets.splice(-OPENED_AT_ONCE)) socket.destroy();
      break;
    }
    await sleep(SETTLE_MS);
    const { rssBytes } = await usageOf(server.child);
    steps.push({ open: sockets.filter(({ readyState }) => readyState === 'open').length, bytes: rssBytes });
  }
  for (const socket of sockets) socket.destroy();
  await server.child.end();
  return steps;
}

/** Answers `null` when no connection could be opened, or when it gets no session. */
async function openAndAsk(port: number, request: string): Promise<Socket | null> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  // A connection that ends later is counted as closed, and is no fault.
  socket.on('error', () => socket.destroy());
  socket.setEncoding('latin1');
  // A server that can open no more files may leave a connection without an answer.
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const isAnswered = async () => {
    await once(socket, 'connect', { signal });
    socket.write(request);
    let received = '';
    for (;;) {
      const [chunk] = (await once(socket, 'data', { signal })) as [string];
      received += chunk;
      const answer = readAnswer(received);
      if (answer !== null) return answer.status === 200;
    }
  };
  if (await isAnswered().catch(() => false)) return socket.resume();
  socket.destroy();
  return null;
}
