import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { useVerify, type Return } from '../../components/verify/verify-context.ts';
import { failureOf } from '../../errors.ts';
import { trpc } from '../../trpc.ts';

/** Tells a person who comes back from a provider how it ended. Every page that a flow may come back to shows it. */
export function ReturnNotice() {
  const { message } = useVerify();
  const providers = trpc.providers.list.useQuery(undefined, { enabled: message !== null });
  if (!message) return null;
  const name = providers.data?.find(({ id }) => id === message.provider)?.name ?? 'The account';
  return <Told message={message} name={name} />;
}

function Told({ message, name }: { readonly message: Return; readonly name: string }) {
  if (message.error === 'SessionRequired') {
    return (
      <Notice tone="problem" title="Nothing was changed" takeFocus>
        <p>While you were at the provider, you were signed out here or signed in anew. Try again.</p>
      </Notice>
    );
  }
  if (message.error !== undefined) {
    return <ErrorNotice error={{ ...failureOf(message), title: 'Not connected' }} takeFocus />;
  }
  switch (message.outcome) {
    case 'linked':
      return (
        <Notice tone="success" takeFocus>
          <p>{name} is connected. You can sign in with it from now on.</p>
        </Notice>
      );
    case 'already-linked':
      return message.reconnect === undefined ? (
        <Notice tone="calm" takeFocus>
          <p>{name} was connected to your account already. Nothing has changed.</p>
        </Notice>
      ) : (
        <Notice tone="success" takeFocus>
          <p>{name} is connected again.</p>
        </Notice>
      );
    case 'verified':
      return (
        <Notice tone="success" takeFocus>
          <p>It is verified that it’s you. Do again what you were about to do.</p>
        </Notice>
      );
    default:
      // Anybody can write an address; what we do not know we do not repeat.
      return null;
  }
}
