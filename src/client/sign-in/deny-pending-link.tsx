import type { PendingLink } from '../../shared/schemas/accounts.ts';
import { DenyLink } from '../features/deny-link.tsx';
import { consentTo } from '../features/pending-link.ts';
import { ConsentForm } from './consent-form.tsx';
import { usePlace } from './page-context.ts';
import { useServices } from './services.ts';
import { useCall } from './use-call.ts';

interface DenyPendingLinkProps {
  readonly pending: PendingLink;
  readonly nextAddress: string;
}

/** "Don't connect", for somebody who is signed out. */
export function DenyPendingLink({ pending, nextAddress }: DenyPendingLinkProps) {
  const { page, open } = usePlace();
  const services = useServices();
  const deny = useCall('accounts.denyLink', {
    onSuccess: () => open(nextAddress, { replace: true }),
    onFailure: ({ code }) => {
      // Another tab has decided, or another account is pending. The server shows it.
      if (code === 'LINK_EXPIRED' || code === 'LINK_CHANGED') services().openUrl(page.address);
    },
  });
  return (
    <ConsentForm pending={pending}>
      <DenyLink
        isPending={deny.isPending}
        failure={deny.failure}
        onDeny={() => deny.start(consentTo(pending))}
      />
    </ConsentForm>
  );
}
