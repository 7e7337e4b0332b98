import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { trpc } from '../../trpc.ts';
import { ReturnNotice } from '../return-notice.tsx';
import { Section } from '../section.tsx';
import { DeferredTwoStepSection } from '../two-step/deferred-sections.tsx';
import { MethodList } from './method-list.tsx';
import { useGrantCheck } from './use-grant-check.ts';
import { useTexts } from '../../language/texts.ts';

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
      <DeferredTwoStepSection />
    </>
  );
}
