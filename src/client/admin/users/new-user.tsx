import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import { Section } from '../../ui/section.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import classes from '../admin.module.css';
import choices from '../../ui/choices.module.css';

interface NewUserInput {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name?: string;
}

export function NewUser({ onClose }: { readonly onClose: () => void }) {
  const { common, issues, people: texts } = useTexts();
  const issueOf = useIssueOf();
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [isVerified, setVerified] = useState(false);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => field.current?.focus(), []);
  const create = useSensitiveMutation({
    perform: (input: NewUserInput) => utils.client.users.create.mutate(input),
    storeAs: null,
    onSuccess: (created) => {
      utils.users.get.setData({ id: created.id }, created);
      void utils.users.list.invalidate();
      void navigate({ to: '/admin/people/$id', params: { id: created.id } });
    },
  });
  const { failure } = create;
  const wait = useRetryWait(failure);
  const emailIssue = isMissing ? issues['address-invalid'] : issueOf(failure, 'email');
  const nameIssue = issueOf(failure, 'name');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait > 0 || create.isPending) return;
    const address = email.trim();
    setMissing(address === '');
    if (address === '') field.current?.focus();
    else
      create.run({
        email: address,
        emailVerified: isVerified,
        ...(name.trim() !== '' && { name: name.trim() }),
      });
  };
  return (
    <Section title={texts.inviteTitle} hint={texts.inviteHint}>
      {failure && emailIssue === undefined && nameIssue === undefined && (
        <ErrorNotice error={failure} takeFocus />
      )}
      <form className={classes['form']} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          type="email"
          label={texts.email}
          value={email}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value);
            setMissing(false);
          }}
          error={emailIssue}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          label={texts.name}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={nameIssue}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
        />
        <label className={choices['choice']}>
          <input
            type="checkbox"
            checked={isVerified}
            onChange={({ currentTarget }) => setVerified(currentTarget.checked)}
          />
          <span>{texts.isVerified}</span>
        </label>
        <div className={classes['buttons']}>
          <Button type="submit" loading={create.isPending} disabled={wait > 0}>
            {isVerified ? texts.createUser : texts.send}
          </Button>
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </Section>
  );
}
