import { createFoyerClient, isFoyerError } from 'foyer-auth/client';

const { FOYER_URL: url = 'http://localhost:3000', FOYER_TOKEN: token = '' } = process.env;
const client = createFoyerClient({ url, token });

try {
  const sessions = await client.session.list.query();
  for (const { device, ip, lastSeenAt } of sessions) {
    console.log(
      `${lastSeenAt}  ${device.browser ?? 'unknown'} on ${device.system ?? 'unknown'}, from ${ip ?? 'unknown'}`,
    );
  }
} catch (error) {
  if (!isFoyerError(error)) throw error;
  switch (error.code) {
    case 'SCOPE_MISSING':
      console.error(`This token needs the scope ${error.scope}.`);
      break;
    case 'ACCESS_TOKEN_INVALID':
      console.error('Set FOYER_TOKEN to an access token from your account.');
      break;
    default:
      console.error(`${error.message} ${error.hint}`);
  }
  process.exitCode = 1;
}
