import { at } from '../base-path.ts';
import { useQuery } from '@tanstack/react-query';
import { OutboxNotice } from '../ui/outbox-notice.tsx';

/** Only a local server has an outbox. To ask a public site would write a 404 into its log. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

export function OutboxHint() {
  const outbox = useQuery({
    queryKey: ['outbox', 'exists'],
    queryFn: async () => (await fetch(at('/dev/outbox.json'), { method: 'HEAD' })).ok,
    enabled: LOOPBACK_HOSTS.has(location.hostname),
    retry: false,
    staleTime: Infinity,
  });
  return outbox.data === true && <OutboxNotice />;
}
