export interface ServerUnderTest {
  /** Without a trailing slash. */
  readonly origin: string;
  /** With the name of the database as its path. */
  readonly databaseUri: string;
}

const VARIABLE = 'FOYER_SERVER_UNDER_TEST';

/** Playwright's workers inherit only the environment. */
export function announceServer(server: ServerUnderTest): void {
  process.env[VARIABLE] = JSON.stringify(server);
}

export function serverUnderTest(): ServerUnderTest {
  const announced = process.env[VARIABLE];
  if (!announced) throw new Error('The server under test was not started.');
  return JSON.parse(announced) as ServerUnderTest;
}
