import type { HttpAgent } from '../app/http-agent.ts';
import { TELEVISION } from './clients.ts';
import type { TestApp } from '../app/test-app.ts';

interface StartedProgram {
  readonly deviceCode: string;
  readonly userCode: string;
}

const PROGRAM = { client_id: 'foyer-cli' };

/** Starts the device flow of a command line, which gets an access token of the person. */
export async function startProgram(
  app: TestApp,
  { clientName = 'Foyer CLI on laptop', scopes = ['profile:read'] } = {},
): Promise<StartedProgram> {
  const fields = { ...PROGRAM, device_name: clientName, scope: scopes.join(' ') };
  const { device_code, user_code } = await startDeviceFlow(app, fields);
  return { deviceCode: device_code, userCode: user_code };
}

/** One poll of a command line. Throws an `Error` with the code of RFC 8628 as its message. */
export async function poll(app: TestApp, { deviceCode }: Pick<StartedProgram, 'deviceCode'>) {
  const answer = await pollFlow(app, { device_code: deviceCode }, PROGRAM);
  const { error, access_token, scope } = answer.json() as Record<
    'error' | 'access_token' | 'scope',
    string | undefined
  >;
  if (access_token === undefined || scope === undefined) throw new Error(error);
  return { token: access_token, scopes: scope.split(' ') };
}

/** Starts the device flow of a command line and approves it in this browser. */
export async function approvedProgram(app: TestApp, agent: HttpAgent): Promise<StartedProgram> {
  const started = await startProgram(app);
  await app.client(agent).device.approve.mutate({ userCode: started.userCode });
  return started;
}

const TELEVISION_FIELDS = { client_id: TELEVISION.id, scope: 'openid profile' };

/** A program of a declared client, or `foyer-cli`, that starts the device flow of OAuth 2.0. */
export async function startDeviceFlow(
  app: TestApp,
  fields: Readonly<Record<string, string>> = {},
): Promise<StartedFlow> {
  const answer = await app
    .agent()
    .postForm('/oauth/device_authorization', { ...TELEVISION_FIELDS, ...fields });
  if (answer.status !== 200) throw new Error(`the answer is ${answer.status}: ${answer.text}`);
  return answer.json() as StartedFlow;
}

interface StartedFlow {
  readonly device_code: string;
  readonly user_code: string;
}

/** One poll of a program at the token endpoint. */
export function pollFlow(
  app: TestApp,
  { device_code }: Pick<StartedFlow, 'device_code'>,
  fields: Readonly<Record<string, string>> = {},
) {
  const { client_id } = TELEVISION_FIELDS;
  return app.agent().postForm('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id,
    device_code,
    ...fields,
  });
}
