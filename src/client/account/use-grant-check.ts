import { useEffect, useRef } from 'react';
import type { Account } from '../../shared/schemas/accounts.ts';
import { SEPARATE_BATCH, trpc } from '../trpc.ts';

/**
 * Asks each connected provider, once per visit, whether what it granted still holds. Nobody waits for it, and only an end is said: a
 * provider that does not answer says nothing about the connection.
 */
export function useGrantCheck(accounts: readonly Account[] | undefined): void {
  const utils = trpc.useUtils();
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const check = async ({ provider, providerAccountId }: Account) => {
      const { status } = await utils.client.accounts.inspect.mutate(
        { provider, providerAccountId },
        { context: SEPARATE_BATCH },
      );
      if (status !== 'ended') return;
      utils.accounts.list.setData(undefined, (list) =>
        list?.map((account) =>
          account.provider === provider && account.providerAccountId === providerAccountId
            ? { ...account, status }
            : account,
        ),
      );
    };
    for (const account of accounts ?? []) {
      const key = `${account.provider}:${account.providerAccountId}`;
      if (account.status === 'ended' || asked.current.has(key)) continue;
      asked.current.add(key);
      // No answer is as good as one that does not know.
      check(account).catch(() => {});
    }
  }, [accounts, utils]);
}
