import { useIsReadOnly } from '../../ui/page-state.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useRef, useState, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import { PICTURE_TYPES } from '../../../shared/limits.ts';
import type { Profile } from '../../../shared/schemas/profile.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { toActionError, type PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { lazyPart } from '../../load-page.ts';
import { trpc } from '../../trpc.ts';
import { UserPicture } from '../../ui/user-picture.tsx';
import { Row, RowAction } from '../rows/row.tsx';
import { useRow } from '../rows/use-row.tsx';
import { useToast, type Toast } from '../../ui/toasts/toasts.tsx';
import { openPicture } from './picture-file.ts';
import { PictureSources, type ProviderPicture } from './picture-sources.tsx';
import { uploadPicture } from './upload-picture.ts';
import type { Account } from '../../../shared/schemas/accounts.ts';

// Loaded when a file is chosen.
const CropDialog = lazyPart(async () => (await import('../../later-parts.ts')).loadCropDialog());

export function PictureRow({ profile }: { readonly profile: Profile }) {
  const { picture: texts, profile: profileTexts, common } = useTexts();
  const row = useRow();
  const showToast = useToast();
  const [chosenPicture, setChosenPicture] = useState<ImageBitmap | null>(null);
  const [refusal, setRefusal] = useState<PageError | null>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const utils = trpc.useUtils();
  const accounts = trpc.accounts.list.useQuery();

  const show = ({ image }: Profile, toast: Omit<Toast, 'subject'>) => {
    utils.profile.get.setData(undefined, (last) => last && { ...last, image });
    utils.session.get.setData(undefined, (last) => last && { ...last, user: { ...last.user, image } });
    row.close();
    showToast({ subject: 'picture', ...toast });
  };
  const showSaved = (saved: Profile) => show(saved, { text: ({ toasts }) => toasts.pictureSaved });
  const use = trpc.profile.update.useMutation({ onSuccess: showSaved });
  const remove = useMutation({
    mutationFn: async (path: string) => {
      // The server forgets a removed picture at once, so this page keeps it for "Undo".
      // The accounts may still be loading. Without them, a removal works, but has no "Undo".
      const kept = await keepPicture(path, await utils.accounts.list.ensureData().catch(() => []));
      return { saved: await utils.client.profile.update.mutate({ image: null }), kept };
    },
    onSuccess: ({ saved, kept }) =>
      show(saved, {
        text: ({ toasts }) => toasts.pictureRemoved,
        ...(kept && {
          undo: {
            isCurrent: async () => (await utils.client.profile.get.query()).image === null,
            run: () =>
              kept instanceof Blob
                ? uploadPicture(kept, () => {})
                : utils.client.profile.update.mutate({ image: kept }),
          },
        }),
      }),
  });

  const mutations = [use, remove];
  const error = mutations.find((each) => each.error !== null)?.error ?? null;
  const failure = refusal ?? (error && toActionError(error));
  const wait = useRetryWait(failure);
  const isPending = mutations.some((each) => each.isPending);
  const isBusy = isPending || wait > 0;
  const isReadOnly = useIsReadOnly();
  const clearFailures = () => {
    setRefusal(null);
    for (const each of mutations) each.reset();
  };
  const choose = async (file: File | undefined) => {
    if (!file || isBusy || isReadOnly) return;
    clearFailures();
    const picture = await openPicture(file);
    if ('code' in picture) setRefusal(picture);
    else setChosenPicture(picture);
  };
  const closeDialog = () => {
    chosenPicture?.close();
    setChosenPicture(null);
  };
  const handleDrag = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    // Moving to an element inside the row also leaves the one before it.
    const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    setDraggedOver(isOver || (event.type === 'dragleave' && isInside));
  };
  const hasPicture = profile.image !== null;

  return (
    <Row
      row={row}
      label={texts.title}
      data-over={isDraggedOver}
      onDragOver={(event) => handleDrag(event, true)}
      onDragLeave={(event) => handleDrag(event, false)}
      onDrop={(event) => {
        handleDrag(event, false);
        void choose(event.dataTransfer.files[0]);
      }}
      onCancel={() => row.close()}
      actions={
        <>
          {hasPicture && (
            <RowAction
              label={texts.remove}
              isDangerous
              disabled={isBusy && !remove.isPending}
              loading={remove.isPending}
              onClick={() => {
                clearFailures();
                remove.mutate(profile.image ?? '');
              }}
            >
              {common.remove}
            </RowAction>
          )}
          <RowAction
            isOpener
            label={hasPicture ? texts.change : texts.add}
            onClick={() => {
              clearFailures();
              row.open();
            }}
          >
            {hasPicture ? common.change : profileTexts.add}
          </RowAction>
        </>
      }
      editor={
        <PictureSources
          accounts={(accounts.data ?? []).filter(({ image }) => image !== null && image !== profile.image)}
          isBusy={isBusy}
          pending={use.isPending ? (use.variables.image ?? null) : null}
          onUpload={() => input.current?.click()}
          onUse={(image: ProviderPicture) => {
            clearFailures();
            use.mutate({ image });
          }}
          onCancel={() => row.close()}
        />
      }
      problem={failure && <ErrorNotice key={failure.code} error={failure} takeFocus />}
    >
      <UserPicture id={profile.id} name={profile.name ?? profile.email} image={profile.image} size="large" />
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        hidden
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          // Without this, choosing the same file again would be no change.
          event.currentTarget.value = '';
        }}
      />
      {chosenPicture && (
        <Suspense>
          <CropDialog
            picture={chosenPicture}
            onClose={closeDialog}
            onSaved={(saved) => {
              // Behind an open dialog, no button can take the focus.
              flushSync(closeDialog);
              showSaved(saved);
            }}
          />
        </Suspense>
      )}
    </Row>
  );
}

/** The connected account that still has the picture, or the file itself. */
type KeptPicture = ProviderPicture | Blob;

/** `null` if the picture could not be restored. */
async function keepPicture(path: string, accounts: readonly Account[]): Promise<KeptPicture | null> {
  const account = accounts.find(({ image }) => image === path);
  if (account) return { provider: account.provider, providerAccountId: account.providerAccountId };
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.blob() : null;
  } catch {
    return null;
  }
}
