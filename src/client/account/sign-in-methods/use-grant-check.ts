import { useEffect, useRef } from 'react';
import type { Account } from '../../../shared/schemas/accounts.ts';
import { SEPARATE_BATCH, trpc } from '../../trpc.ts';

/** Asks each provider once per visit, in the background. Only an ended grant is shown. */
export function useGrantCheck(accounts: readonly Account[] | undefined): void {
  const utils = trpc.useUtils();
  const checkedAccounts = useRef(new Set<string>());
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
      if (account.status === 'ended' || checkedAccounts.current.has(key)) continue;
      checkedAccounts.current.add(key);
      // A failed call counts as "unknown".
      check(account).catch(() => {});
    }
  }, [accounts, utils]);
}
