import { Suspense, useState, type ReactNode } from 'react';
import type { Session } from '../../../shared/schemas/session.ts';
import { toPageError, type PageError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { hasPasskeys } from '../passkeys/webauthn.ts';
import type { VerifyRequest } from './verify-context.ts';
import { VerifyByCode } from './verify-by-code.tsx';
import { VerifyByPasskey } from './verify-by-passkey.tsx';
import { VerifyByPassword } from './verify-by-password.tsx';
import { VerifyByProvider } from './verify-by-provider.tsx';
import { SECOND_STEP_TEXTS } from '../../language/deferred-texts.ts';
import { useTexts } from '../../language/texts.ts';
import { lazyPart } from '../../load-page.ts';

interface VerifyStepsProps {
  readonly user: Session['user'];
  readonly request: Pick<VerifyRequest, 'action' | 'failure'> & {
    /** Only a passkey leads to a second factor: after any other method, no second step follows. */
    readonly needsPasskey?: boolean;
  };
  /** Why the person is asked. A failure takes its place. */
  readonly why: ReactNode;
  readonly onVerified: () => void;
}

/** The methods of the person, then their second step where there is one. */
export function VerifySteps({ user, request, why, onVerified }: VerifyStepsProps) {
  const [isSecondStep, setSecondStep] = useState(false);
  const [expiry, setExpiry] = useState<PageError | null>(null);
  if (isSecondStep) {
    return (
      <Suspense fallback={<PageLoader />}>
        <VerifySecondStep
          onVerified={onVerified}
          onExpired={(failure) => {
            setExpiry(failure);
            setSecondStep(false);
          }}
        />
      </Suspense>
    );
  }
  return (
    <VerifyMethods
      user={user}
      request={expiry ? { ...request, failure: expiry } : request}
      why={why}
      onVerified={({ status }) => (status === 'second-factor' ? setSecondStep(true) : onVerified())}
    />
  );
}

/** Loaded with its words when the first factor was right. */
const VerifySecondStep = lazyPart(
  async () => (await import('./verify-second-step.tsx')).VerifySecondStep,
  SECOND_STEP_TEXTS,
);

interface VerifyMethodsProps extends Omit<VerifyStepsProps, 'onVerified'> {
  /** The first factor was right: the session is fresh, or a second factor follows. */
  readonly onVerified: (answer: { readonly status: string }) => void;
}

function VerifyMethods({ user, request, why, onVerified }: VerifyMethodsProps) {
  const texts = useTexts().verify;
  const accounts = trpc.accounts.list.useQuery();
  const providers = trpc.providers.list.useQuery();
  const password = trpc.password.get.useQuery();
  const phone = trpc.phone.get.useQuery();
  const passkeys = trpc.passkeys.list.useQuery();
  const [isLeaving, setLeaving] = useState(false);
  const hasPassword = typeof password.data?.changedAt === 'string';
  const hasPasskey = hasPasskeys() && passkeys.data?.passkeys.some(({ usable }) => usable) === true;
  const number = phone.data?.phone?.international;
  const queries = [accounts, providers, password, phone, passkeys];
  const { needsPasskey = false } = request;
  const trouble = queries.find((query) => query.failureReason)?.failureReason;
  const connected = providers.data?.filter(
    ({ id, type }) => type !== 'email' && accounts.data?.some(({ provider }) => provider === id),
  );

  const intro = request.failure ? (
    // Every failure here is about the verification, and the buttons are below.
    <ErrorNotice error={request.failure} title={texts.notVerified} takeFocus />
  ) : (
    <p>{why}</p>
  );
  // All methods appear at once, so that the first one keeps its place and the focus.
  if (!trouble && queries.some((query) => query.isPending)) {
    return (
      <>
        {intro}
        <PageLoader />
      </>
    );
  }
  return (
    <>
      {intro}
      {trouble && <ErrorNotice error={toPageError(trouble)} />}
      {hasPasskey && <VerifyByPasskey disabled={isLeaving} onVerified={onVerified} />}
      {!needsPasskey && user.email !== null && hasPassword && (
        <VerifyByPassword email={user.email} disabled={isLeaving} onVerified={onVerified} />
      )}
      {!needsPasskey && user.email !== null && (
        <VerifyByCode
          method="email"
          to={user.email}
          disabled={isLeaving}
          isSecondary={hasPassword || hasPasskey}
          onVerified={onVerified}
        />
      )}
      {!needsPasskey && number !== undefined && (
        <VerifyByCode
          method="phone"
          to={number}
          disabled={isLeaving}
          isSecondary={hasPassword || hasPasskey || user.email !== null}
          onVerified={onVerified}
        />
      )}
      {!needsPasskey && connected && connected.length > 0 && (
        <VerifyByProvider
          providers={connected}
          action={request.action}
          userId={user.id}
          onLeaving={setLeaving}
        />
      )}
      {connected?.length === 0 && !hasPasskey && user.email === null && phone.data?.phone === null && (
        <>
          <p>{texts.noWay}</p>
          <ButtonLink to="/sign-out" fullWidth>
            {texts.signOut}
          </ButtonLink>
        </>
      )}
    </>
  );
}
