import { MINUTE_MS } from '../../../shared/limits.ts';
import { useTexts } from '../../language/texts.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useMinute } from '../../ui/use-minute.ts';

/** When the next request is due. `RelativeTime` says "just now" within a minute, which is no word for a plan. */
export function NextAttempt({ at }: { readonly at: string }) {
  const { inAMoment } = useTexts().deliveries;
  const now = useMinute();
  return Date.parse(at) - now < MINUTE_MS ? inAMoment : <RelativeTime at={at} />;
}
