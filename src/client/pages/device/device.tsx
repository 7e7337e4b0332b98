import { getRouteApi } from '@tanstack/react-router';
import { at } from '../../base-path.ts';
import { useState } from 'react';
import type { WaitingDevice } from '../../../shared/schemas/device-authorization.ts';
import { isFoyersScope } from '../../../shared/scopes.ts';
import type { Session } from '../../../shared/schemas/session.ts';
import { CardLayout } from '../../features/card-layout.tsx';
import { RequireSession } from '../../features/session/require-session.tsx';
import { VerifyProvider } from '../../features/verify/verify-provider.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { ApprovingAccount } from '../approving-account.tsx';
import { CodeForm } from './code-form.tsx';
import { DecisionResult, type Decision } from './decision-result.tsx';
import { Review } from './review.tsx';

const route = getRouteApi('/device');

/** Approves a program without a browser by the code that it shows (RFC 8628). */
export function DevicePage() {
  const { code, ...returned } = route.useSearch();
  return (
    <RequireSession>
      {({ user }, trouble) => (
        <CardLayout>
          {trouble}
          <VerifyProvider user={user} returned={returned}>
            <Device user={user} code={code} />
          </VerifyProvider>
        </CardLayout>
      )}
    </RequireSession>
  );
}

/** A code in the URL only fills the field. A link must not do more than a code that is read out. */
function Device({ user, code }: { readonly user: Session['user']; readonly code: string | undefined }) {
  const utils = trpc.useUtils();
  const [waiting, setWaiting] = useState<WaitingDevice | null>(null);
  const [decision, setDecision] = useState<Decision | null>(null);
  const inspect = trpc.device.inspect.useMutation({
    onSuccess: (answer) => {
      // The server may have got a scope since this page asked for their words.
      if (answer.scopes.some((scope) => !isFoyersScope(scope)))
        void utils.accessTokens.ownScopes.invalidate();
      setWaiting(answer);
    },
  });
  const deny = trpc.device.deny.useMutation({
    onSuccess: (decided) => setDecision({ ...decided, isApproved: false }),
  });
  const approve = useSensitiveMutation({
    perform: (input: { readonly userCode: string }) => utils.client.device.approve.mutate(input),
    storeAs: 'approve-device',
    onSuccess: (decided) => {
      setDecision({ ...decided, isApproved: true });
      void utils.accessTokens.invalidate();
      void utils.session.list.invalidate();
    },
  });

  if (decision) return <DecisionResult decision={decision} />;
  const denied = deny.error && toActionError(deny.error);
  const decisionFailure = approve.submittedAt > deny.submittedAt ? approve.failure : denied;
  if (waiting) {
    const { userCode } = waiting;
    return (
      <Review
        waiting={waiting}
        account={<ApprovingAccount user={user} callbackUrl={addressWith(userCode)} />}
        failure={decisionFailure}
        pending={approve.isPending ? 'approve' : deny.isPending ? 'deny' : null}
        onApprove={() => approve.run({ userCode })}
        onDeny={() => deny.mutate({ userCode })}
        onOther={() => {
          inspect.reset();
          approve.reset();
          deny.reset();
          setWaiting(null);
        }}
      />
    );
  }
  return (
    <CodeForm
      code={code ?? approve.variables?.userCode ?? ''}
      account={<ApprovingAccount user={user} callbackUrl={addressWith(code)} />}
      // After a return from a provider no program is shown, so its failure is shown here.
      failure={inspect.error ? toActionError(inspect.error) : approve.failure}
      isPending={inspect.isPending || approve.isPending}
      onCode={(userCode) => {
        approve.reset();
        inspect.mutate({ userCode });
      }}
    />
  );
}

function addressWith(code: string | undefined): string {
  return at(code === undefined ? '/device' : `/device?${new URLSearchParams({ code }).toString()}`);
}
