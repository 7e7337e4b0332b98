import { at } from '../base-path.ts';
import { useTexts } from '../language/texts.ts';
import { Anchor } from './anchor.tsx';
import { InterpolatedText } from './interpolated-text.tsx';
import { Notice } from './notice.tsx';

export function OutboxNotice() {
  const texts = useTexts().codes;
  return (
    <Notice tone="calm">
      <p>
        <InterpolatedText text={texts.demo}>
          <Anchor href={at('/dev/outbox')}>{texts.theOutbox}</Anchor>
        </InterpolatedText>
      </p>
    </Notice>
  );
}
