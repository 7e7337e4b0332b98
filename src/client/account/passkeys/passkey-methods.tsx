import { useState } from 'react';
import type { PageTexts } from '../../../locales/texts.ts';
import type { Passkey } from '../../../shared/schemas/passkeys.ts';
import { REFUSAL_WORDS, useCreatePasskey } from '../../features/passkeys/use-create-passkey.ts';
import { usePasskeysChanged } from '../../features/passkeys/use-passkeys-changed.ts';
import { hasPasskeys } from '../../features/passkeys/webauthn.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ItemDetails, ListItem } from '../../ui/list.tsx';
import { PasskeyItem } from './passkey-item.tsx';

interface PasskeyOutcome {
  readonly tone: 'success' | 'calm';
  readonly text: (texts: PageTexts['passkeys']) => string;
}

interface PasskeyMethodsProps {
  readonly passkeys: readonly Passkey[];
  /** The person begins to create, rename or remove a passkey. */
  readonly onStart: () => void;
  readonly onDone: (outcome: PasskeyOutcome) => void;
}

export function PasskeyMethods({ passkeys, onStart, onDone }: PasskeyMethodsProps) {
  const { passkeys: texts } = useTexts();
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey | null>(null);
  const utils = trpc.useUtils();
  const passkeysChanged = usePasskeysChanged();
  const isSupported = hasPasskeys();

  const create = useCreatePasskey({
    onCreated: (name) => onDone({ tone: 'success', text: ({ created }) => created(name) }),
    onRefused: (refusal) => onDone({ tone: 'calm', text: (words) => words[REFUSAL_WORDS[refusal]] }),
    // The list was out of date, for example because of another tab.
    onError: () => void utils.passkeys.list.invalidate(),
  });
  const remove = useSensitiveMutation({
    perform: ({ id }: { readonly id: string }) => utils.client.passkeys.remove.mutate({ id }),
    storeAs: 'remove-passkey',
    onSuccess: (list, { id }) => {
      const name = passkeys.find((passkey) => passkey.id === id)?.name ?? '';
      passkeysChanged(list);
      setPasskeyToRemove(null);
      onDone({ tone: 'success', text: ({ removed }) => removed(name) });
    },
    onError: () => void utils.passkeys.list.invalidate(),
    onVerify: () => setPasskeyToRemove(null),
  });
  const failure = create.failure ?? (passkeyToRemove ? null : remove.failure);
  const wait = useRetryWait(failure);
  const startAction = (action: () => void) => {
    onStart();
    create.reset();
    remove.reset();
    action();
  };

  return (
    <>
      <ListItem
        icon={<PasskeyIcon />}
        name={texts.title}
        {...(isSupported && {
          actions: (
            <Button
              variant="default"
              loading={create.isPending}
              disabled={wait > 0}
              onClick={() => startAction(() => create.run({}))}
            >
              {texts.create}
            </Button>
          ),
        })}
        below={
          <>
            {failure && <ErrorNotice error={failure} takeFocus />}
            {passkeyToRemove && (
              <ConfirmDialog
                title={texts.removeTitle(passkeyToRemove.name)}
                meaning={texts.removeWarning}
                mutation={remove}
                onClose={() => setPasskeyToRemove(null)}
                onConfirm={() => remove.run({ id: passkeyToRemove.id })}
              />
            )}
          </>
        }
      >
        <ItemDetails>{isSupported ? texts.hint : texts.unsupported}</ItemDetails>
      </ListItem>
      {passkeys.map((passkey) => (
        <PasskeyItem
          key={passkey.id}
          passkey={passkey}
          isRemoving={!passkeyToRemove && remove.isPending && remove.variables?.id === passkey.id}
          onStart={() => startAction(() => {})}
          onRenamed={(name) => onDone({ tone: 'success', text: ({ renamed }) => renamed(name) })}
          onRemove={() => startAction(() => setPasskeyToRemove(passkey))}
        />
      ))}
    </>
  );
}
