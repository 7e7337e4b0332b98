import type { HttpAgent } from '../app/http-agent.ts';
import { PASSWORD } from './passwords.ts';
import type { TestApp } from '../app/test-app.ts';

/** Signs in with the password of a person with a second factor. Returns the browser, which waits for it. */
export async function beginSignIn(
  app: TestApp,
  email: string,
  { agent = app.agent(), password = PASSWORD } = {},
): Promise<HttpAgent> {
  const { status } = await app.client(agent).password.signIn.mutate({ email, password });
  if (status !== 'second-factor') throw new Error('the sign-in does not wait for a second factor');
  return agent;
}
