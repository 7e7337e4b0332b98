import { useTexts } from '../language/texts.ts';
import { Button } from './button.tsx';

interface RemoveButtonProps {
  /** For screen readers. */
  readonly label: string;
  /** The id of the sentence that says why it cannot be removed. */
  readonly keptBecause?: string | undefined;
  readonly loading: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** Not `disabled` where the item is kept: the keyboard could reach neither button nor reason. */
export function RemoveButton({ label, keptBecause, loading, disabled = false, onClick }: RemoveButtonProps) {
  const { common } = useTexts();
  const isKept = keptBecause !== undefined;
  return (
    <Button
      variant="default"
      isDangerous
      aria-label={label}
      {...(isKept && { 'aria-disabled': true, 'aria-describedby': keptBecause })}
      loading={loading}
      disabled={disabled}
      onClick={() => !isKept && onClick()}
    >
      {common.remove}
    </Button>
  );
}
