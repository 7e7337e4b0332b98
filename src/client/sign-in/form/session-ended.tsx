import { Notice } from '../../ui/notice.tsx';
import { useTexts } from '../../language/texts.ts';

interface SessionEndedProps {
  /** `here`: in another tab of this browser. `elsewhere`: nobody here has signed out. */
  readonly where: 'here' | 'elsewhere';
}

/** Why an open page of the account is the sign-in page now. */
export function SessionEnded({ where }: SessionEndedProps) {
  const texts = useTexts().sessionEnded;
  return (
    <Notice tone="calm" title={texts.title}>
      <p>{texts[where]}</p>
    </Notice>
  );
}
