import { TOTP } from 'otpauth';
import { TOTP_STEP_SECONDS } from '../../shared/limits.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';

export type TestAuthenticator = ReturnType<typeof makeAuthenticator>;

/** A person's authenticator app, with the server's clock. */
export function makeAuthenticator(app: Pick<TestApp, 'deps'>, secret: string) {
  const generator = new TOTP({ secret });
  return {
    secret,
    /** The code that it shows now, or with its clock so many steps of 30 s ahead. */
    code: (steps = 0): string =>
      generator.generate({ timestamp: app.deps.now().getTime() + steps * TOTP_STEP_SECONDS * 1000 }),
  };
}

/** Sets up an authenticator app in the fresh session of this browser. Its code `setUpWith` is used up. */
export async function addAuthenticator(
  app: TestApp,
  agent: HttpAgent,
  name?: string,
): Promise<{ id: string; authenticator: TestAuthenticator; setUpWith: string; recoveryCodes: string[] }> {
  const { secondFactor } = app.client(agent);
  const { enrolment, secret } = await secondFactor.beginTotp.mutate();
  const authenticator = makeAuthenticator(app, secret);
  const code = authenticator.code();
  const { status, recoveryCodes } = await secondFactor.confirmTotp.mutate({
    enrolment,
    code,
    ...(name === undefined ? {} : { name }),
  });
  return {
    id: status.authenticatorApps.at(-1)?.id ?? '',
    authenticator,
    setUpWith: code,
    recoveryCodes: recoveryCodes ?? [],
  };
}

/**
 * Moves the server's clock to the beginning of the next code, so that it changes no more before the code is
 * used. The earlier codes are used up.
 */
export function waitForNextCode(app: Pick<TestApp, 'advance' | 'deps'>): void {
  const stepMs = TOTP_STEP_SECONDS * 1000;
  app.advance(stepMs - (app.deps.now().getTime() % stepMs));
}
