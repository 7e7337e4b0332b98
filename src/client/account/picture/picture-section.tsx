import { lazy, Suspense, useRef, useState, type DragEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { PICTURE_TYPES } from '../../../shared/limits.ts';
import type { Account } from '../../../shared/schemas/accounts.ts';
import type { Profile } from '../../../shared/schemas/profile.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { toActionError, type ClientError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { PersonPicture } from '../profile/person-picture.tsx';
import { Section } from '../section.tsx';
import { openPicture } from './picture-file.ts';
import classes from './picture.module.css';

// Loaded late, when a file was chosen.
const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

/** The person's picture: uploaded, from a provider, or none. */
export function PictureSection({ profile }: { readonly profile: Profile }) {
  const { picture: texts, common } = useTexts();
  const [chosenPicture, setChosenPicture] = useState<ImageBitmap | null>(null);
  const [refusal, setRefusal] = useState<ClientError | null>(null);
  const [outcome, setOutcome] = useState<'saved' | 'removed' | null>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  const utils = trpc.useUtils();
  const accounts = trpc.accounts.list.useQuery();
  const accountsWithPicture = (accounts.data ?? []).filter(
    ({ image }) => image !== null && image !== profile.image,
  );
  const providers = trpc.providers.list.useQuery(undefined, { enabled: accountsWithPicture.length > 0 });

  const show = ({ image }: Profile) => {
    utils.profile.get.setData(undefined, (last) => last && { ...last, image });
    utils.session.get.setData(undefined, (last) => last && { ...last, user: { ...last.user, image } });
    setOutcome(image === null ? 'removed' : 'saved');
  };
  const update = trpc.profile.update.useMutation({ onSuccess: show });
  const failure = refusal ?? (update.error && toActionError(update.error));
  const wait = useRetryWait(failure);
  const clearMessages = () => {
    setRefusal(null);
    setOutcome(null);
    update.reset();
  };
  const choose = async (file: File | undefined) => {
    if (!file || update.isPending) return;
    clearMessages();
    const picture = await openPicture(file);
    if ('code' in picture) setRefusal(picture);
    else setChosenPicture(picture);
  };
  const close = () => {
    chosenPicture?.close();
    setChosenPicture(null);
    uploadButton.current?.focus();
  };
  const change = (image: { provider: string; providerAccountId: string } | null) => {
    clearMessages();
    update.mutate({ image });
  };

  const isBusy = update.isPending || wait > 0;
  const pendingImage = update.isPending ? update.variables.image : undefined;
  const nameOf = ({ provider, label }: Account) => {
    const name = providers.data?.find(({ id }) => id === provider)?.name ?? provider;
    return accountsWithPicture.filter((each) => each.provider === provider).length > 1
      ? `${name} (${label})`
      : name;
  };
  const handleDrag = (event: DragEvent, value: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDraggedOver(value);
  };

  return (
    <Section title={texts.title} hint={texts.hint}>
      {outcome && !failure && (
        <Notice key={outcome} tone="success" takeFocus>
          <p>{texts[outcome]}</p>
        </Notice>
      )}
      {failure && <ErrorNotice key={failure.code} error={failure} takeFocus />}
      <div
        data-over={isDraggedOver}
        className={classes['place']}
        onDragOver={(event) => handleDrag(event, true)}
        onDragLeave={(event) => handleDrag(event, false)}
        onDrop={(event) => {
          handleDrag(event, false);
          void choose(event.dataTransfer.files[0]);
        }}
      >
        <PersonPicture name={profile.name ?? profile.email} image={profile.image} size="large" />
        <div className={classes['ways']}>
          <div className={classes['buttons']}>
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
            <Button
              ref={uploadButton}
              variant="default"
              size="sm"
              disabled={isBusy}
              onClick={() => input.current?.click()}
            >
              {profile.image === null ? texts.upload : texts.uploadAnother}
            </Button>
            {accountsWithPicture.map((account) => (
              <Button
                key={`${account.provider}:${account.providerAccountId}`}
                variant="default"
                size="sm"
                disabled={isBusy}
                loading={
                  pendingImage?.provider === account.provider &&
                  pendingImage.providerAccountId === account.providerAccountId
                }
                onClick={() =>
                  change({ provider: account.provider, providerAccountId: account.providerAccountId })
                }
              >
                {texts.useFrom(nameOf(account))}
              </Button>
            ))}
            {profile.image !== null && (
              <Button
                variant="default"
                size="sm"
                aria-label={texts.remove}
                disabled={isBusy}
                loading={pendingImage === null}
                onClick={() => change(null)}
              >
                {common.remove}
              </Button>
            )}
          </div>
          <p className={classes['hint']}>
            {texts.kinds} <span className={classes['drop']}>{texts.drop}</span>
          </p>
        </div>
      </div>
      {chosenPicture && (
        <Suspense>
          <CropDialog
            picture={chosenPicture}
            onClose={close}
            onSaved={(saved) => {
              chosenPicture.close();
              setChosenPicture(null);
              show(saved);
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}
