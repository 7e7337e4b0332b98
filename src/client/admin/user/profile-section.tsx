import { useState } from 'react';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../../shared/locale.ts';
import { NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import type { User, UpdateUserInput } from '../../../shared/schemas/users.ts';
import { Section } from '../../ui/section.tsx';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SelectField, TextField } from '../../ui/text-field.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import classes from '../admin.module.css';
import { Fact } from '../fact.tsx';
import { CopyId } from './copy-id.tsx';
import { useUserAction } from './use-user-action.ts';

export function ProfileSection({ user }: { readonly user: User }) {
  const { adminConsole, common, person: texts } = useTexts();
  const utils = trpc.useUtils();
  const update = useUserAction({
    subject: 'profile',
    perform: (input: UpdateUserInput) => utils.client.users.update.mutate(input),
    success: (words) => words.person.saved,
    // The mail to a former address has its own link that undoes the change.
    undo: ({ before, after, input: { id, name, locale, email } }) =>
      email === undefined
        ? {
            isCurrent: (present) => present.name === after.name && present.locale === after.locale,
            perform: () =>
              utils.client.users.update.mutate({
                id,
                ...(name !== undefined && { name: before.name }),
                ...(locale !== undefined && { locale: before.locale }),
              }),
          }
        : null,
  });
  return (
    <Section
      title={texts.whoTitle}
      action={
        <Button variant="default" onClick={update.open}>
          {texts.changeProfile}
        </Button>
      }
    >
      <dl className={classes['facts']}>
        <Fact name={texts.email}>
          {user.email ?? adminConsole.none}
          {user.email !== null && (
            <Badge tone={user.emailVerified ? 'good' : 'plain'}>
              {user.emailVerified ? common.verified : common.unverified}
            </Badge>
          )}
        </Fact>
        {user.phone !== null && <Fact name={texts.phone}>{user.phone}</Fact>}
        <Fact name={texts.language}>{LANGUAGE_NAMES[user.locale]}</Fact>
        <Fact name={texts.created}>
          <RelativeTime at={user.createdAt} />
        </Fact>
        <Fact name={texts.lastSignIn}>
          {user.lastSignInAt === null ? adminConsole.never : <RelativeTime at={user.lastSignInAt} />}
        </Fact>
        <Fact name={texts.id}>
          <code>{user.id}</code>
          <CopyId id={user.id} />
        </Fact>
        {user.externalId !== null && (
          <Fact name={texts.externalId}>
            <code>{user.externalId}</code>
          </Fact>
        )}
      </dl>
      {update.isOpen && <ProfileDialog user={user} update={update} />}
    </Section>
  );
}

interface ProfileDialogProps {
  readonly user: User;
  readonly update: ReturnType<typeof useUserAction<UpdateUserInput>>;
}

function ProfileDialog({ user, update }: ProfileDialogProps) {
  const { common, person: texts } = useTexts();
  const issueOf = useIssueOf();
  const [name, setName] = useState(user.name ?? '');
  const [email, setEmail] = useState(user.email ?? '');
  const [locale, setLocale] = useState<Locale>(user.locale);
  const newName = name.trim() === '' ? null : name.trim();
  const newEmail = email.trim();
  return (
    <ActionDialog
      action={update}
      title={texts.changeProfileTitle}
      meaning={texts.newAddressMeaning}
      submit={common.save}
      reason="kept"
      onSubmit={(reason) =>
        update.run({
          id: user.id,
          ...(newName !== user.name && { name: newName }),
          ...(locale !== user.locale && { locale }),
          ...(newEmail !== '' && newEmail !== user.email && { email: newEmail }),
          ...(reason !== '' && { reason }),
        })
      }
    >
      <TextField
        label={texts.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={issueOf(update.failure, 'name')}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
      />
      <TextField
        type="email"
        label={texts.email}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        error={issueOf(update.failure, 'email')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        label={texts.language}
        value={locale}
        onChange={({ currentTarget }) =>
          setLocale(LOCALES.find((each) => each === currentTarget.value) ?? locale)
        }
        data={LOCALES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] }))}
      />
    </ActionDialog>
  );
}
