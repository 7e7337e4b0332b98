import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { areDeletionWords } from '../../../shared/deletion-words.ts';
import { SEND_WINDOW_SECONDS } from '../../../shared/limits.ts';
import type { DeleteAccountOutput } from '../../../shared/schemas/data.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useSession } from '../../features/session/session.ts';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { forgetLastUsed } from '../../features/session/last-used.ts';
import { DELETION_WORDS } from '../../language/deletion-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Section } from '../section.tsx';
import classes from './your-data.module.css';

/** Lists what is deleted and what is kept, and deletes the account after the typed words. */
export function DeleteSection() {
  const texts = useTexts().yourData;
  const { data: session } = useSession();
  const utils = trpc.useUtils();
  const showGoodbye = useGoodbye();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const remove = useSensitiveMutation<{ readonly confirm: string }, DeleteAccountOutput>({
    perform: (input) => utils.client.data.deleteAccount.mutate(input),
    storeAs: 'delete-account',
    onSuccess: showGoodbye,
  });
  const wait = useRetryWait(remove.failure);
  const email = session?.user.email ?? null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait > 0 || remove.isPending) return;
    const isConfirmed = areDeletionWords(typed, DELETION_WORDS);
    setRefused(!isConfirmed);
    if (isConfirmed) remove.run({ confirm: typed });
    else field.current?.focus();
  };

  return (
    <Section title={texts.deleteTitle} hint={texts.deleteHint} tone="danger">
      <div className={classes['lists']}>
        <div>
          <h3 className={classes['subtitle']}>{texts.goesTitle}</h3>
          <ul className={classes['list']}>
            {texts.goes.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className={classes['subtitle']}>{texts.keptTitle}</h3>
          <ul className={classes['list']}>
            {email !== null && <li>{texts.keptMail(email)}</li>}
            <li>{texts.keptMessages}</li>
            <li>{texts.keptCounters(SEND_WINDOW_SECONDS / 60)}</li>
            <li>{texts.keptLogs}</li>
          </ul>
        </div>
      </div>
      <p>{texts.downloadFirst}</p>
      {remove.failure && <ErrorNotice error={remove.failure} takeFocus />}
      <form className={classes['form']} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label={texts.typeWords(texts.deletionWords)}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setRefused(false);
          }}
          error={isRefused && texts.wordsDiffer}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
        <div className={classes['action']}>
          <Button
            type="submit"
            isDangerous
            loading={remove.isPending || remove.isSuccess}
            disabled={wait > 0}
          >
            {texts.deleteButton}
          </Button>
          <p role="status" className={classes['progress']}>
            {remove.isPending && texts.deleting}
          </p>
        </div>
      </form>
    </Section>
  );
}

/** Loads the page from the server, which has marked this browser. Nothing of the person stays in memory. */
function useGoodbye(): () => void {
  const navigate = useNavigate();
  return () => {
    forgetLastUsed();
    void navigate({ to: '/goodbye', replace: true });
  };
}
