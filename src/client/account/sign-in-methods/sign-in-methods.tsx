import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { trpc, SEPARATE_BATCH } from '../../trpc.ts';
import { ReturnNotice } from '../return-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { MethodList } from './method-list.tsx';
import { SECOND_FACTOR_TEXTS } from '../../language/deferred-texts.ts';
import { useTexts } from '../../language/texts.ts';
import { lazyPart } from '../../load-page.ts';
import { Suspense, useEffect, useRef } from 'react';
import type { Account } from '../../../shared/schemas/accounts.ts';

/** Its code and words come after the page. */
const TwoStepSection = lazyPart(
  async () => (await import('../two-step/two-step-section.tsx')).TwoStepSection,
  SECOND_FACTOR_TEXTS,
);

export function SignInMethodsPage() {
  const texts = useTexts().signInMethods;
  const accounts = trpc.accounts.list.useQuery();
  const providers = trpc.providers.list.useQuery();
  const profile = trpc.profile.get.useQuery();
  const password = trpc.password.get.useQuery();
  const passkeys = trpc.passkeys.list.useQuery();
  const phone = trpc.phone.get.useQuery();
  useGrantCheck(accounts.data);
  const queries = [accounts, providers, profile, password, passkeys, phone];
  const failed = queries.find((query) => query.failureReason ?? query.error);

  return (
    <>
      <PageHeading title={texts.title} />
      <ReturnNotice />
      {failed && <QueryErrorNotice query={failed} />}
      {!failed && queries.some((query) => query.isPending) && (
        <Section title={texts.list} hint={texts.listHint}>
          <Skeleton rows={4} />
        </Section>
      )}
      {accounts.data && providers.data && profile.data && password.data && passkeys.data && phone.data && (
        <MethodList
          accounts={accounts.data}
          providers={providers.data}
          profile={profile.data}
          password={password.data}
          passkeys={passkeys.data}
          phone={phone.data}
        />
      )}
      <Suspense>
        <TwoStepSection />
      </Suspense>
    </>
  );
}

/** Asks each provider once per visit, in the background. Only an ended grant is shown. */
function useGrantCheck(accounts: readonly Account[] | undefined): void {
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
