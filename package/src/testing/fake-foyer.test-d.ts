/** Type tests: `tsc --noEmit` fails when one does. */
import { FoyerError } from '../client.ts';
import { fakeFoyer } from '../testing.ts';

fakeFoyer();
fakeFoyer({ session: null });
fakeFoyer({
  session: { user: { name: 'Grace' }, roles: ['viewer'], aal: 2 },
  accounts: [{ provider: 'google', canUnlink: false }],
  providers: [{ id: 'google' }],
  procedures: {
    'accounts.unlink': ({ provider }) => (provider === 'google' ? new FoyerError('LAST_SIGN_IN_METHOD') : []),
    'session.revokeOthers': () => Promise.reject(new TypeError('a fault of the test')),
    'session.get': () => new FoyerError('RATE_LIMITED', { retryAfter: 7 }),
  },
});

// @ts-expect-error -- a misspelt field
fakeFoyer({ session: { user: { nam: 'Grace' } } });
// @ts-expect-error -- a wrong value
fakeFoyer({ accounts: [{ status: 'gone' }] });
// @ts-expect-error -- a misspelt procedure
fakeFoyer({ procedures: { 'accounts.unlnk': () => [] } });
// @ts-expect-error -- not what this procedure answers
fakeFoyer({ procedures: { 'accounts.unlink': () => ({ done: true }) } });
// @ts-expect-error -- not an error of this procedure
fakeFoyer({ procedures: { 'accounts.unlink': () => new FoyerError('PHONE_TOO_SHORT') } });
// @ts-expect-error -- not an input of this procedure
fakeFoyer({ procedures: { 'accounts.unlink': ({ account: _account }) => [] } });
