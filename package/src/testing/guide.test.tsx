/** The component test of docs/guides/testing.md. `scripts/documents/code-blocks.test.ts` compares them. */
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FoyerError, FoyerProvider, isFoyerError, useAccounts, useFoyer } from '../react.ts';
import { fakeFoyer } from '../testing.ts';

/** The component of somebody's app. */
function Connections() {
  const { client } = useFoyer();
  const { data: accounts = [] } = useAccounts();
  const [problem, setProblem] = useState('');
  const remove = async (account: { provider: string; providerAccountId: string }) => {
    try {
      await client.accounts.unlink.mutate(account);
    } catch (error) {
      if (isFoyerError<'accounts.unlink'>(error) && error.code === 'LAST_SIGN_IN_METHOD')
        setProblem('Add another way to sign in first.');
      else throw error;
    }
  };
  return (
    <>
      {accounts.map(({ provider, providerAccountId, label }) => (
        <button key={label} type="button" onClick={() => void remove({ provider, providerAccountId })}>
          Remove {label}
        </button>
      ))}
      <p role="alert">{problem}</p>
    </>
  );
}

it('explains why the last connection stays', async () => {
  const { client, calls } = fakeFoyer({
    session: { user: { name: 'Grace' } },
    accounts: [{ provider: 'google', label: 'grace' }],
    procedures: {
      'accounts.unlink': () => new FoyerError('LAST_SIGN_IN_METHOD'),
    },
  });
  render(
    <FoyerProvider client={client}>
      <Connections />
    </FoyerProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Remove grace' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Add another way to sign in first.');
  expect(calls.at(-1)?.path).toBe('accounts.unlink');
});
