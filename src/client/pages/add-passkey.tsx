import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Session } from '../../shared/schemas/session.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { takeSignUpName } from '../features/passkeys/sign-up-name.ts';
import { REFUSAL_WORDS, useCreatePasskey } from '../features/passkeys/use-create-passkey.ts';
import { hasPasskeys } from '../features/passkeys/webauthn.ts';
import { RequireSession } from '../features/session/require-session.tsx';
import { useGoTo } from '../features/session/session.ts';
import { VerifyProvider } from '../features/verify/verify-provider.tsx';
import { useTexts } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PasskeyIcon } from '../ui/passkey-icon.tsx';
import { useRetryWait } from '../ui/use-countdown.ts';

const route = getRouteApi('/add-passkey');

/** After a sign-in without a passkey, and in a sign-up by passkey. Both answers lead to the callback URL. */
export function AddPasskeyPage() {
  const { callbackUrl, ...returned } = route.useSearch();
  return (
    <RequireSession>
      {({ user }, trouble) => (
        <CardLayout>
          {trouble}
          <VerifyProvider user={user} returned={returned}>
            <AddPasskey user={user} callbackUrl={callbackUrl} />
          </VerifyProvider>
        </CardLayout>
      )}
    </RequireSession>
  );
}

interface AddPasskeyProps {
  readonly user: Session['user'];
  readonly callbackUrl: string | undefined;
}

function AddPasskey({ user, callbackUrl }: AddPasskeyProps) {
  const { passkeys: texts } = useTexts();
  const goTo = useGoTo();
  const [notice, setNotice] = useState<(typeof REFUSAL_WORDS)[keyof typeof REFUSAL_WORDS] | null>(null);
  const isNaming = useSignUpName(user);
  const create = useCreatePasskey({
    onCreated: () => goTo(callbackUrl),
    onRefused: (refusal) => setNotice(REFUSAL_WORDS[refusal]),
  });
  const wait = useRetryWait(create.failure);
  const isSupported = hasPasskeys();
  return (
    <>
      <PageHeading title={texts.offerTitle} />
      <p>{isSupported ? texts.hint : texts.unsupported}</p>
      {create.failure && <ErrorNotice error={create.failure} takeFocus />}
      {notice && (
        <Notice tone="calm" takeFocus>
          <p>{texts[notice]}</p>
        </Notice>
      )}
      {isSupported && (
        <Button
          size="md"
          fullWidth
          leftSection={<PasskeyIcon />}
          loading={isNaming || create.isPending || (create.isSuccess && notice === null)}
          disabled={wait > 0}
          onClick={() => {
            setNotice(null);
            create.run({});
          }}
        >
          {texts.create}
        </Button>
      )}
      <Button variant="subtle" fullWidth onClick={() => goTo(callbackUrl)}>
        {texts.notNow}
      </Button>
    </>
  );
}

/** Sets the name before a passkey is created, because the browser shows the name with it. */
function useSignUpName({ name: ownName }: Session['user']): boolean {
  const utils = trpc.useUtils();
  const { mutate, isPending } = trpc.profile.update.useMutation({
    onSuccess: (saved) => {
      utils.profile.get.setData(undefined, saved);
      void utils.session.get.invalidate();
    },
  });
  useEffect(() => {
    const name = takeSignUpName();
    if (name !== null && ownName === null) mutate({ name });
  }, [mutate, ownName]);
  return isPending;
}
