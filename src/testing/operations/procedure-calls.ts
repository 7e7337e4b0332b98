import { setTimeout as sleep } from 'node:timers/promises';
import { readOutbox } from '../../server/development/mails/outbox.ts';
import type { HttpAgent } from '../app/http-agent.ts';

const REPEAT_AFTER_MS = 200;
const MOST_TRIES = 100;

/**
 * Calls a procedure in this browser, or as a script; with `input`, a mutation. A busy machine may need a
 * second try.
 */
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

/** Of the newest mails to everybody. */
const MAILS_READ = 20;
const LOOK_EVERY_MS = 50;
const MOST_LOOKS = 600;

/** The code of the newest mail to this address after `since`, when it comes; `null` when none comes. */
export async function codeInOutbox(dataDir: string, email: string, since: Date): Promise<string | null> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const [code] = (await readOutbox(dataDir, MAILS_READ))
      .filter(({ to, createdAt }) => to === email && new Date(createdAt) >= since)
      .flatMap(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? []);
    if (code !== undefined) return code;
    await sleep(LOOK_EVERY_MS);
  }
  return null;
}
