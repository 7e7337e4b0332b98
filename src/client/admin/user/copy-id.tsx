import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import { CheckIcon } from '../../ui/notice-icons.tsx';
import { useCopy } from '../../ui/use-copy.ts';

export function CopyId({ id }: { readonly id: string }) {
  const { accessTokens, person: texts } = useTexts();
  const { outcome, copy } = useCopy(id);
  return (
    <p>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={outcome === 'copied' ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
        onClick={() => void copy()}
      >
        {texts.copyId}
      </Button>
      <span role="status">
        {outcome === 'copied' && accessTokens.copied}
        {outcome === 'not-copied' && id}
      </span>
    </p>
  );
}
