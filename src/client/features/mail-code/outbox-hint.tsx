import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { useTexts } from '../../language/texts.ts';

/** Only a local server has an outbox. A public site is not asked, which avoids a 404 in its log. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Links to the outbox when the server delivers no messages. */
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
        <InterpolatedText text={texts.demo}>
          <TextLink to="/dev/outbox">{texts.theOutbox}</TextLink>
        </InterpolatedText>
      </p>
    </Notice>
  );
}
