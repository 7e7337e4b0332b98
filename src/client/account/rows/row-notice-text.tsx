import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/notice-icons.tsx';
import { useTexts } from '../../language/texts.ts';
import classes from './rows.module.css';

interface RowNoticeTextProps {
  readonly onUndo?: () => void;
  readonly children: ReactNode;
}

export function RowNoticeText({ onUndo, children }: RowNoticeTextProps) {
  const texts = useTexts().profile;
  return (
    <div className={classes['noticeText']}>
      <CheckIcon size={18} />
      <div>{children}</div>
      {onUndo && (
        <Button variant="subtle" size="compact-sm" onClick={onUndo}>
          {texts.undo}
        </Button>
      )}
    </div>
  );
}
