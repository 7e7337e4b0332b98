import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../links.tsx';
import { Notice } from '../notice.tsx';

/** Only a server on this machine can have an outbox; a public site is not even asked, which spares it a 404 in its log. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where the message went when nothing is set up to deliver it. */
export function OutboxHint() {
  const outbox = useQuery({
    queryKey: ['outbox', 'exists'],
    queryFn: async () => (await fetch('/dev/outbox.json', { method: 'HEAD' })).ok,
    enabled: LOOPBACK_HOSTS.has(location.hostname),
    retry: false,
    staleTime: Infinity,
  });
  if (!outbox.data) return null;
  return (
    <Notice tone="calm">
      <p>
        This is a demo, and no message leaves it: read it in <TextLink to="/dev/outbox">the outbox</TextLink>.
      </p>
    </Notice>
  );
}
