import { useTexts } from '../language/texts.ts';
import { Notice } from '../ui/notice.tsx';

interface FailedReturn {
  readonly error?: string | undefined;
  /** The person went back, which is no error. */
  readonly cancelled?: string | undefined;
}

export function isCancelled({ error, cancelled }: FailedReturn): boolean {
  return error === 'OAuthCallback' && cancelled === 'true';
}

export function CancelledNotice({ takeFocus = false }: { readonly takeFocus?: boolean }) {
  return (
    <Notice tone="calm" takeFocus={takeFocus}>
      <p>{useTexts().signInErrors.cancelled}</p>
    </Notice>
  );
}
