import type { HttpAgent } from '../app/http-agent.ts';

/** Calls a procedure in this browser, or as a script. With `input`, it is a mutation. */
export async function call(agent: HttpAgent, procedure: string, input?: unknown, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization };
  const address = `/trpc/${procedure}`;
  const answer = await (input === undefined
    ? agent.request(address, { headers })
    : agent.postJson(address, input, headers));
  const { result } = answer.json() as { result?: { data: unknown } };
  return { status: answer.status, data: result?.data ?? null };
}

export const isIn = async (agent: HttpAgent) => (await call(agent, 'session.get')).data !== null;
