/** The running app that all tests share. */
export interface ServerUnderTest {
  /** Without a trailing slash. */
  readonly origin: string;
  /** Its path names the database. */
  readonly databaseUri: string;
}

const VARIABLE = 'FOYER_SERVER_UNDER_TEST';

/** Told by the global set-up through the environment, the one thing that Playwright's workers inherit. */
export function announceServer(server: ServerUnderTest): void {
  process.env[VARIABLE] = JSON.stringify(server);
}

export function serverUnderTest(): ServerUnderTest {
  const announced = process.env[VARIABLE];
  if (!announced) throw new Error('The server under test was not started.');
  return JSON.parse(announced) as ServerUnderTest;
}
