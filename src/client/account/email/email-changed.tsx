import { TextLink } from '../../ui/links.tsx';
import { useTexts } from '../../language/texts.ts';
import type { RowNotice } from '../rows/use-row.tsx';

interface EmailChangedProps {
  readonly email: string;
  /** There was a former address, which got a mail. */
  readonly hadOther: boolean;
}

export function emailChangedNotice(email: string, hadOther: boolean): RowNotice {
  return { text: () => <EmailChanged email={email} hadOther={hadOther} /> };
}

function EmailChanged({ email, hadOther }: EmailChangedProps) {
  const texts = useTexts().email;
  return (
    <>
      <p>{texts.changed(email)}</p>
      {hadOther && (
        <>
          <p>{texts.toldFormer}</p>
          <p>
            {texts.otherDevices} <TextLink to="/account/devices">{texts.lookAtDevices}</TextLink>
          </p>
        </>
      )}
    </>
  );
}
