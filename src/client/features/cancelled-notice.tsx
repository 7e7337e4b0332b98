import { useTexts } from '../language/texts.ts';
import { Notice } from '../ui/notice.tsx';

/** What an address says after a flow at a provider. */
interface FailedReturn {
  readonly error?: string | undefined;
  /** `true`: the person went back, which is no error. */
  readonly cancelled?: string | undefined;
}

export function isCancelled({ error, cancelled }: FailedReturn): boolean {
  return error === 'OAuthCallback' && cancelled === 'true';
}

/** Says that the person went back at the provider. */
export function CancelledNotice({ takeFocus = false }: { readonly takeFocus?: boolean }) {
  return (
    <Notice tone="calm" takeFocus={takeFocus}>
      <p>{useTexts().signInErrors.cancelled}</p>
    </Notice>
  );
}
