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
import { PersonPicture } from '../person-picture.tsx';
import { Section } from '../section.tsx';
import { openPicture } from './picture-file.ts';
import classes from './picture.module.css';

// Wanted only by who has chosen a file.
const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

/** The person's picture: their own, a provider's, or none. */
export function PictureSection({ profile }: { readonly profile: Profile }) {
  const { picture: texts, common } = useTexts();
  const [opened, setOpened] = useState<ImageBitmap | null>(null);
  const [refusal, setRefusal] = useState<ClientError | null>(null);
  const [done, setDone] = useState<'saved' | 'removed' | null>(null);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const utils = trpc.useUtils();
  const accounts = trpc.accounts.list.useQuery();
  const offered = (accounts.data ?? []).filter(({ image }) => image !== null && image !== profile.image);
  const providers = trpc.providers.list.useQuery(undefined, { enabled: offered.length > 0 });

  const show = ({ image }: Profile) => {
    utils.profile.get.setData(undefined, (last) => last && { ...last, image });
    utils.session.get.setData(undefined, (last) => last && { ...last, user: { ...last.user, image } });
    setDone(image === null ? 'removed' : 'saved');
  };
  const update = trpc.profile.update.useMutation({ onSuccess: show });
  const failure = refusal ?? (update.error && toActionError(update.error));
  const wait = useRetryWait(failure);
  const begin = () => {
    setRefusal(null);
    setDone(null);
    update.reset();
  };
  const choose = async (file: File | undefined) => {
    if (!file || update.isPending) return;
    begin();
    const picture = await openPicture(file);
    if ('code' in picture) setRefusal(picture);
    else setOpened(picture);
  };
  const close = () => {
    opened?.close();
    setOpened(null);
    chooser.current?.focus();
  };
  const change = (image: { provider: string; providerAccountId: string } | null) => {
    begin();
    update.mutate({ image });
  };

  const isBusy = update.isPending || wait > 0;
  const changing = update.isPending ? update.variables.image : undefined;
  const nameOf = ({ provider, label }: Account) => {
    const name = providers.data?.find(({ id }) => id === provider)?.name ?? provider;
    return offered.filter((each) => each.provider === provider).length > 1 ? `${name} (${label})` : name;
  };
  const over = (event: DragEvent, value: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(value);
  };

  return (
    <Section title={texts.title} hint={texts.hint}>
      {done && !failure && (
        <Notice key={done} tone="success" takeFocus>
          <p>{texts[done]}</p>
        </Notice>
      )}
      {failure && <ErrorNotice key={failure.code} error={failure} takeFocus />}
      <div
        data-over={isOver}
        className={classes['place']}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false);
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
                // The same file again is a change, too.
                event.currentTarget.value = '';
              }}
            />
            <Button
              ref={chooser}
              variant="default"
              size="sm"
              disabled={isBusy}
              onClick={() => input.current?.click()}
            >
              {profile.image === null ? texts.upload : texts.uploadAnother}
            </Button>
            {offered.map((account) => (
              <Button
                key={`${account.provider}:${account.providerAccountId}`}
                variant="default"
                size="sm"
                disabled={isBusy}
                loading={
                  changing?.provider === account.provider &&
                  changing.providerAccountId === account.providerAccountId
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
                loading={changing === null}
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
      {opened && (
        <Suspense>
          <CropDialog
            picture={opened}
            onClose={close}
            onSaved={(saved) => {
              opened.close();
              setOpened(null);
              show(saved);
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}
