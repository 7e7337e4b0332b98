import { useState } from 'react';
import type { Session } from '../../../shared/schemas/session.ts';
import { toClientError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../error-notice.tsx';
import { ButtonLink } from '../links.tsx';
import { PageLoader } from '../page-loader.tsx';
import type { VerifyRequest } from './verify-context.ts';
import { VerifyByCode } from './verify-by-code.tsx';
import { VerifyByPassword } from './verify-by-password.tsx';
import { VerifyByProvider } from './verify-by-provider.tsx';

interface VerifyDialogProps {
  readonly user: Session['user'];
  /** Open while there is one. */
  readonly request: VerifyRequest | null;
  readonly onCancel: () => void;
  readonly onVerified: () => void;
}

export function VerifyDialog({ request, onCancel, ...rest }: VerifyDialogProps) {
  return (
    <Dialog opened={request !== null} title="Verify it’s you" onClose={onCancel}>
      {request && <VerifyWays request={request} {...rest} />}
    </Dialog>
  );
}

interface VerifyWaysProps {
  readonly user: Session['user'];
  readonly request: VerifyRequest;
  readonly onVerified: () => void;
}

/** Every way that this person has to show that it is them. */
function VerifyWays({ user, request, onVerified }: VerifyWaysProps) {
  const accounts = trpc.accounts.list.useQuery();
  const providers = trpc.providers.list.useQuery();
  const password = trpc.password.get.useQuery();
  const phone = trpc.phone.get.useQuery();
  const [isLeaving, setLeaving] = useState(false);
  const hasPassword = typeof password.data?.changedAt === 'string';
  const number = phone.data?.phone?.international;
  const trouble = [accounts, providers, password, phone].find((query) => query.failureReason)?.failureReason;
  const connected = providers.data?.filter(
    ({ id, type }) => type !== 'email' && accounts.data?.some(({ provider }) => provider === id),
  );

  return (
    <>
      {request.failure ? (
        <ErrorNotice error={toShown(request.failure)} takeFocus />
      ) : (
        <p>You signed in a while ago. Show that it is still you, and it goes on where you left off.</p>
      )}
      {trouble && <ErrorNotice error={toClientError(trouble)} />}
      {user.email !== null && hasPassword && (
        <VerifyByPassword email={user.email} disabled={isLeaving} onVerified={onVerified} />
      )}
      {user.email !== null && (
        <VerifyByCode
          method="email"
          to={user.email}
          disabled={isLeaving}
          isSecond={hasPassword}
          onVerified={onVerified}
        />
      )}
      {number !== undefined && (
        <VerifyByCode
          method="phone"
          to={number}
          disabled={isLeaving}
          isSecond={hasPassword || user.email !== null}
          onVerified={onVerified}
        />
      )}
      {!connected && !trouble && <PageLoader />}
      {connected && connected.length > 0 && (
        <VerifyByProvider
          providers={connected}
          action={request.action}
          userId={user.id}
          onLeaving={setLeaving}
        />
      )}
      {connected?.length === 0 && user.email === null && phone.data?.phone === null && (
        <>
          <p>There is no way left here to show it. Sign out, and in again.</p>
          <ButtonLink to="/sign-out" fullWidth>
            Sign out
          </ButtonLink>
        </>
      )}
    </>
  );
}

/** In this dialog every failure is about verifying, and the buttons are below. */
function toShown(failure: NonNullable<VerifyRequest['failure']>): NonNullable<VerifyRequest['failure']> {
  return { ...failure, title: 'Not verified' };
}
