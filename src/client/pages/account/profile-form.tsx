import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import type { Profile, UpdateProfileInput } from '../../../shared/schemas/profile.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { useRetryWait } from '../../components/use-retry-wait.ts';
import { issueOf, toActionError } from '../../errors.ts';
import { trpc } from '../../trpc.ts';
import { PersonPicture } from './person-picture.tsx';
import classes from './profile.module.css';

export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const [name, setName] = useState(profile.name ?? '');
  const [image, setImage] = useState(profile.image ?? '');
  const nameField = useRef<HTMLInputElement>(null);
  const imageField = useRef<HTMLInputElement>(null);
  const utils = trpc.useUtils();
  const update = trpc.profile.update.useMutation({
    onSuccess: (saved) => {
      setName(saved.name ?? '');
      setImage(saved.image ?? '');
      utils.profile.get.setData(undefined, saved);
      utils.session.get.setData(
        undefined,
        (session) =>
          session && { ...session, user: { ...session.user, name: saved.name, image: saved.image } },
      );
    },
    onError: (error) => {
      const failure = toActionError(error);
      if (issueOf(failure, 'name')) nameField.current?.focus();
      else if (issueOf(failure, 'image')) imageField.current?.focus();
    },
  });
  const failure = update.error && toActionError(update.error);
  const nameIssue = issueOf(failure, 'name');
  const imageIssue = issueOf(failure, 'image');
  const wait = useRetryWait(failure);

  const changes: UpdateProfileInput = {
    ...(name !== (profile.name ?? '') && { name: name.trim() === '' ? null : name }),
    ...(image !== (profile.image ?? '') && { image: image.trim() === '' ? null : image.trim() }),
  };
  const isChanged = Object.keys(changes).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && wait === 0) update.mutate(changes);
  };

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {failure && !nameIssue && !imageIssue && <ErrorNotice error={failure} takeFocus />}
      {update.isSuccess && !isChanged && (
        <Notice tone="success">
          <p>Your profile is saved.</p>
        </Notice>
      )}
      <div className={classes['picture']}>
        <PersonPicture name={name || profile.email} image={pictureOf(image)} size="large" />
        <TextInput
          ref={imageField}
          label="Picture"
          description="The address of a picture, beginning with https://"
          type="url"
          name="image"
          autoComplete="photo"
          inputMode="url"
          spellCheck={false}
          size="md"
          value={image}
          onChange={(event) => setImage(event.currentTarget.value)}
          error={imageIssue}
        />
      </div>
      <TextInput
        ref={nameField}
        label="Name"
        name="name"
        autoComplete="name"
        size="md"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={nameIssue}
      />
      <Button type="submit" size="md" disabled={!isChanged || wait > 0} loading={update.isPending}>
        Save
      </Button>
    </form>
  );
}

/** What can be previewed of a half-typed address: nothing until it is a whole one over https. */
function pictureOf(image: string): string | null {
  return image.startsWith('https://') && URL.canParse(image) ? image : null;
}
