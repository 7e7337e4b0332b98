import { expect, test } from 'vitest';
import { fromText, runProgram, serverModule } from '../../testing/run/server-program.ts';

// V8 collects young objects often. Survivors wait for a full collection, until memory has grown by 150 MB.
// A separate process, because V8 moves more objects to the old ones where much memory is used already.
test('a context is collected with its request, while both are young', { tags: 'all' }, async () => {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    const { contextOf } = await import(${JSON.stringify(serverModule('trpc/context'))});
    const oldBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
    const deps = { cookies: { read: () => ({}) }, settings: { trustedOrigins: [] } };
    const client = { ip: null, userAgent: null, locale: 'en', proofOfWork: null };
    const before = oldBytes();
    for (let request = 0; request < 6000; request++)
      contextOf(deps, { headers: {}, body: Array.from({ length: 2000 }, () => request) }, {}, () => client);
    console.log((oldBytes() - before) / 1e6);`;
  const { stdout } = await runProgram(fromText(program));
  // In MB. All requests together have 96.
  expect(Number(stdout)).toBeLessThan(10);
});
