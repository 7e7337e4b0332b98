import { useState } from 'react';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { TextField } from '../../ui/text-field.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { PopoverEntry } from '../popover.tsx';
import { useAction } from '../use-action.ts';

interface DeleteUserProps {
  readonly id: string;
  readonly name: string;
  readonly onOpen: () => void;
  readonly onDeleted: () => void;
}

export function DeleteUser({ id, name, onOpen, onDeleted }: DeleteUserProps) {
  const { person: texts } = useTexts();
  const utils = trpc.useUtils();
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const remove = useAction({
    perform: (input: { id: string; reason: string }) => utils.client.users.delete.mutate(input),
    onSuccess: () => {
      // First, so that the page of the deleted person is not read again.
      onDeleted();
      void utils.users.list.invalidate();
      void utils.audit.list.invalidate();
    },
  });
  return (
    <>
      <PopoverEntry
        isDangerous
        onClick={() => {
          onOpen();
          setTyped('');
          setRefused(false);
          remove.open();
        }}
      >
        {texts.remove}
      </PopoverEntry>
      <ActionDialog
        action={remove}
        title={texts.removeTitle}
        meaning={texts.removeMeaning}
        submit={texts.remove}
        isDangerous
        reason="read"
        onSubmit={(reason) => {
          const isConfirmed = typed.trim() === name.trim();
          setRefused(!isConfirmed);
          if (isConfirmed) remove.run({ id, reason });
        }}
      >
        <TextField
          label={texts.typeName(name)}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setRefused(false);
          }}
          error={isRefused && texts.nameDiffers}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </ActionDialog>
    </>
  );
}
