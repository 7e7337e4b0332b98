import type { StartedDevice } from '../../shared/schemas/device-authorization.ts';
import type { HttpAgent } from './http-agent.ts';
import { TELEVISION } from './oauth-clients.ts';
import type { TestApp } from './test-app.ts';

/** A program without cookies that starts a device authorization. */
export function startProgram(
  app: TestApp,
  changes: { clientName?: string; scopes?: string[] } = {},
): Promise<StartedDevice> {
  const input = { clientName: 'Foyer CLI on laptop', scopes: ['profile:read'], ...changes };
  return app.client(app.agent()).device.start.mutate(input);
}

/** One poll of a program. */
export function poll(app: TestApp, { deviceCode }: StartedDevice) {
  return app.client(app.agent()).device.poll.mutate({ deviceCode });
}

/** Starts a device authorization in a program and approves it in this browser. */
export async function approvedProgram(app: TestApp, agent: HttpAgent): Promise<StartedDevice> {
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
