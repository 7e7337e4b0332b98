import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { PASSKEY_NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import { Button } from '../../ui/button.tsx';
import { ListItem } from '../list.tsx';
import { RemoveButton } from '../remove-button.tsx';
import { RenameForm } from './rename-form.tsx';

interface RenamableItemProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly badge?: ReactNode;
  readonly texts: {
    readonly name: string;
    readonly rename: string;
    readonly renameOf: (name: string) => string;
    readonly removeOf: (name: string) => string;
  };
  readonly fieldName: string;
  readonly isEditing: boolean;
  readonly onEdit: (isEditing: boolean) => void;
  readonly rename: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  readonly onStart: () => void;
  readonly onRename: (name: string) => void;
  readonly isRemoving: boolean;
  /** The id of the sentence that says why it cannot be removed. */
  readonly keptBecause?: string | undefined;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A passkey or an authenticator app. */
export function RenamableItem(props: RenamableItemProps) {
  const { icon, name, badge, texts, fieldName, isEditing, onEdit, rename, keptBecause, onRemove } = props;
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    // The button that opened the form must be rendered again before it can take the focus.
    flushSync(() => onEdit(false));
    opener.current?.focus();
  };
  return (
    <ListItem
      icon={icon}
      name={
        <>
          <bdi>{name}</bdi>
          {badge}
        </>
      }
      actions={
        !isEditing && (
          <>
            <Button
              ref={opener}
              variant="default"
              aria-label={texts.renameOf(name)}
              onClick={() => {
                props.onStart();
                rename.reset();
                onEdit(true);
              }}
            >
              {texts.rename}
            </Button>
            <RemoveButton
              label={texts.removeOf(name)}
              keptBecause={keptBecause}
              loading={props.isRemoving}
              onClick={onRemove}
            />
          </>
        )
      }
      below={
        isEditing && (
          <RenameForm
            label={texts.name}
            fieldName={fieldName}
            name={name}
            maxLength={PASSKEY_NAME_MAX_LENGTH}
            isPending={rename.isPending}
            error={rename.error}
            onRename={props.onRename}
            onCancel={close}
          />
        )
      }
    >
      {props.children}
    </ListItem>
  );
}
