import { rawRequest } from '../app/raw-request.ts';
import type { TestApp } from '../app/test-app.ts';

/** Signs in at an app whose public origin differs from its address. Returns the session's cookie. */
export async function sessionBehindProxy({ deps, mailbox }: TestApp): Promise<string> {
  const { port, origin } = deps.settings;
  const { host } = new URL(origin);
  const call = async (procedure: string, input: unknown, cookie = '') => {
    const answer = await rawRequest(`http://localhost:${port}`, {
      method: 'POST',
      path: `/trpc/${procedure}`,
      headers: { host, origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (answer.status !== 200) throw new Error(`${procedure} answered ${answer.status}`);
    return answer;
  };
  const email = 'inside@example.test';
  const linkRequest = await call('session.requestLink', { email });
  const [cookie] = [linkRequest.headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0]);
  const code = mailbox.codeOf(mailbox.last(email));
  const { headers } = await call('session.signInWithCode', { email, code }, cookie);
  const cookies = [headers['set-cookie'] ?? []].flat();
  return /__Host-foyer\.session=([^;]+)/.exec(cookies.join('\n'))?.[1] ?? '';
}
