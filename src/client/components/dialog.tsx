import './mantine-dialog.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { useTexts } from '../texts/texts.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog that holds the focus, closes by Escape, and gives the focus back to where it was. For the last it has to stay in the
 * tree while it is closed.
 */
export function Dialog({ opened, title, onClose, children }: DialogProps) {
  const { common } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      radius="lg"
      // What was in it is gone by then, and an empty dialog is nothing to fade out.
      transitionProps={{ exitDuration: 0 }}
      classNames={{ title: classes['title'] ?? '' }}
      // Mantine's is a <header>, which would be a second one of the whole page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <div className={classes['body']}>{children}</div>
    </Modal>
  );
}

export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={classes['buttons']}>{children}</div>;
}
