import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Profile, UpdateProfileInput } from '../../../shared/schemas/profile.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import classes from './profile.module.css';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';

export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { profile: texts, common } = useTexts();
  const issueOf = useIssueOf();
  const [name, setName] = useState(profile.name ?? '');
  const nameField = useRef<HTMLInputElement>(null);
  const utils = trpc.useUtils();
  const update = trpc.profile.update.useMutation({
    onSuccess: (saved) => {
      setName(saved.name ?? '');
      utils.profile.get.setData(undefined, saved);
      utils.session.get.setData(
        undefined,
        (session) => session && { ...session, user: { ...session.user, name: saved.name } },
      );
    },
    onError: (error) => {
      if (issueOf(toActionError(error), 'name')) nameField.current?.focus();
    },
  });
  const failure = update.error && toActionError(update.error);
  const nameIssue = issueOf(failure, 'name');
  const wait = useRetryWait(failure);

  const changes: UpdateProfileInput = {
    ...(name !== (profile.name ?? '') && { name: name.trim() === '' ? null : name }),
  };
  const isChanged = Object.keys(changes).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && wait === 0) update.mutate(changes);
  };

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {failure && !nameIssue && <ErrorNotice error={failure} takeFocus />}
      {update.isSuccess && !isChanged && (
        <Notice tone="success">
          <p>{texts.saved}</p>
        </Notice>
      )}
      <TextField
        ref={nameField}
        label={texts.name}
        name="name"
        autoComplete="name"
        size="md"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={nameIssue}
      />
      <Button type="submit" size="md" disabled={!isChanged || wait > 0} loading={update.isPending}>
        {common.save}
      </Button>
    </form>
  );
}
