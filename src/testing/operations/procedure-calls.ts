import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAgent } from '../app/http-agent.ts';

const REPEAT_AFTER_MS = 200;
const MOST_TRIES = 100;

/** Calls a procedure in this browser, or as a script. With `input`, it is a mutation. A busy machine may need a second try. */
export async function call(agent: HttpAgent, procedure: string, input?: unknown, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization };
  const address = `/trpc/${procedure}`;
  for (let tries = 1; ; tries++) {
    const answer = await (input === undefined
      ? agent.request(address, { headers })
      : agent.postJson(address, input, headers));
    const isOver = !answer.headers.has('retry-after') || answer.status !== 503 || tries === MOST_TRIES;
    if (isOver) {
      const { result } = answer.json() as { result?: { data: unknown } };
      return { status: answer.status, data: result?.data ?? null };
    }
    await sleep(REPEAT_AFTER_MS);
  }
}

export const isIn = async (agent: HttpAgent) => (await call(agent, 'session.get')).data !== null;
