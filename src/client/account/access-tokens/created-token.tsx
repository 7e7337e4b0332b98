import { at } from '../../base-path.ts';
import { Button } from '../../ui/button.tsx';
import type { CreatedAccessToken } from '../../../shared/schemas/access-tokens.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTexts } from '../../language/texts.ts';
import { Section } from '../section.tsx';
import { curlCommand } from './curl-command.ts';

interface CreatedTokenProps {
  readonly created: CreatedAccessToken;
  readonly onDone: () => void;
}

export function CreatedToken({ created, onDone }: CreatedTokenProps) {
  const texts = useTexts().accessTokens;
  const { token, accessToken } = created;
  return (
    <Section title={texts.madeTitle(accessToken.name)}>
      <Notice tone="success" takeFocus>
        <p>{texts.madeOnce}</p>
      </Notice>
      <CopyField label={texts.token} text={token} action={texts.copyToken} />
      <CopyField
        label={texts.tryIt}
        text={curlCommand(location.origin + at(''), token, accessToken.scopes)}
        action={texts.copyCommand}
      />
      <div>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </Section>
  );
}
