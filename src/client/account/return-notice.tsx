import { useEffect } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { CancelledNotice, isCancelled } from '../features/cancelled-notice.tsx';
import { useVerify, type Return } from '../features/verify/verify-context.ts';
import { failureOf } from '../errors.ts';
import { trpc } from '../trpc.ts';
import { useTexts } from '../language/texts.ts';
import { useNotice } from '../ui/notices.tsx';

/** Every page that a provider flow can return to has one. */
export function ReturnNotice() {
  const { message } = useVerify();
  const { notice, show } = useNotice();
  useEffect(() => {
    if (message) show(() => <ReturnMessage message={message} />);
  }, [message, show]);
  return notice;
}

function ReturnMessage({ message }: { readonly message: Return }) {
  const { account: texts, errors } = useTexts();
  const providers = trpc.providers.list.useQuery();
  const name = providers.data?.find(({ id }) => id === message.provider)?.name ?? texts.theAccount;
  if (message.error === 'SessionRequired') {
    return (
      <Notice tone="problem" title={texts.nothingChangedTitle} takeFocus>
        <p>{texts.nothingChanged}</p>
      </Notice>
    );
  }
  if (isCancelled(message)) return <CancelledNotice takeFocus />;
  if (message.error !== undefined) {
    return <ErrorNotice error={failureOf(message, errors)} title={texts.notConnected} takeFocus />;
  }
  switch (message.outcome) {
    case 'linked':
      return (
        <Notice tone="success" takeFocus>
          <p>{texts.connected(name)}</p>
        </Notice>
      );
    case 'already-linked':
      return message.reconnect === undefined ? (
        <Notice tone="calm" takeFocus>
          <p>{texts.connectedAlready(name)}</p>
        </Notice>
      ) : (
        <Notice tone="success" takeFocus>
          <p>{texts.connectedAgain(name)}</p>
        </Notice>
      );
    case 'verified':
      return (
        <Notice tone="success" takeFocus>
          <p>{texts.verified}</p>
        </Notice>
      );
    default:
      // Anybody can write a query string, so an unknown outcome is not shown.
      return null;
  }
}
