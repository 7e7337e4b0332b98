import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveByNameServers } from './webhook-resolve.ts';

const QUESTION_BEGIN = 12;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** RFC 1035 4.1.2, and where the question ends. */
function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = QUESTION_BEGIN;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 5 };
}

/** Answers `192.0.2.7` to a question for an IPv4 address, and nothing about `silent` names. */
async function startNameServer(): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (query, { port, address }) => {
    const { name, end } = questionOf(query);
    asked.push(name);
    if (name.startsWith('silent')) return;
    const isIpv4 = query.readUInt16BE(end - 4) === 1;
    const header = Buffer.from(query.subarray(0, QUESTION_BEGIN));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(isIpv4 ? 1 : 0, 6);
    header.writeUInt32BE(0, 8);
    const answer = isIpv4 ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7] : [];
    const message = Buffer.concat([header, query.subarray(QUESTION_BEGIN, end), Buffer.from(answer)]);
    socket.send(message, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

describe('the name of a webhook endpoint', () => {
  it('is resolved while many names of a silent name server wait', async () => {
    const { address, asked } = await startNameServer();
    const resolve = (host: string) => resolveByNameServers(host, [address]);
    let ended = 0;
    const silent = Array.from({ length: 20 }, (_, index) =>
      resolve(`silent${index}.example`).finally(() => (ended += 1)),
    );
    const settled = Promise.allSettled(silent);
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(40);
    expect(await resolve('fast.example')).toEqual([{ address: '192.0.2.7', family: 4 }]);
    expect(ended).toBe(0);
    expect((await settled).map(({ status }) => status)).toEqual(silent.map(() => 'rejected'));
  });

  it.each(['localhost', 'LOCALHOST'])('is asked of the system for %s', async (host) => {
    const { address, asked } = await startNameServer();
    const addresses = await resolveByNameServers(host, [address]);
    expect(addresses.map((each) => each.address)).toContain('127.0.0.1');
    expect(asked).toEqual([]);
  });
});
