import { Notice } from '../../ui/notice.tsx';
import { useTexts } from '../../language/texts.ts';

interface SessionEndedProps {
  /** `here`: by a sign-out in another tab of this browser. `elsewhere`: otherwise. */
  readonly where: 'here' | 'elsewhere';
}

export function SessionEnded({ where }: SessionEndedProps) {
  const texts = useTexts().sessionEnded;
  return (
    <Notice tone="calm" title={texts.title}>
      <p>{texts[where]}</p>
    </Notice>
  );
}
