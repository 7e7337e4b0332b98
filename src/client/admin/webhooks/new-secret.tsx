import { Section } from '../../ui/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';

interface NewSecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onDone: () => void;
}

export function NewSecret({ title, secret, onDone }: NewSecretProps) {
  const { accessTokens, webhooks: texts } = useTexts();
  return (
    <Section title={title}>
      <Notice tone="success" takeFocus>
        <p>{accessTokens.madeOnce}</p>
      </Notice>
      <CopyField label={texts.secret} text={secret} action={texts.copySecret} />
      <div>
        <Button onClick={onDone}>{accessTokens.done}</Button>
      </div>
    </Section>
  );
}
