/** The running app, which all tests share. */
export interface ServerUnderTest {
  /** Without a trailing slash. */
  readonly origin: string;
  /** The URI of the database, with its name as the path. */
  readonly databaseUri: string;
}

const VARIABLE = 'FOYER_SERVER_UNDER_TEST';

/** The global set-up passes it by the environment, because Playwright's workers inherit nothing else. */
export function announceServer(server: ServerUnderTest): void {
  process.env[VARIABLE] = JSON.stringify(server);
}

export function serverUnderTest(): ServerUnderTest {
  const announced = process.env[VARIABLE];
  if (!announced) throw new Error('The server under test was not started.');
  return JSON.parse(announced) as ServerUnderTest;
}
