import type { StartedDevice } from '../../shared/schemas/device-authorization.ts';
import type { HttpAgent } from './http-agent.ts';
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
