import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Filled } from '../../ui/filled.tsx';
import { useTexts } from '../../language/texts.ts';

/** Only a server on this machine can have an outbox; a public site is not even asked, which spares it a 404 in its log. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where the message went when nothing is set up to deliver it. */
export function OutboxHint() {
  const texts = useTexts().codes;
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
        <Filled text={texts.demo}>
          <TextLink to="/dev/outbox">{texts.theOutbox}</TextLink>
        </Filled>
      </p>
    </Notice>
  );
}
