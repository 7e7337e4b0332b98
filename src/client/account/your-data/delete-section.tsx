import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { areDeletionWords } from '../../../shared/deletion-words.ts';
import { SEND_WINDOW_SECONDS } from '../../../shared/limits.ts';
import type { DeleteAccountOutput } from '../../../shared/schemas/data.ts';
import type { PageError } from '../../errors.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useSession } from '../../features/session/session.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Section } from '../../ui/section.tsx';
import classes from './your-data.module.css';

/** In every language, because a person may type the words of another one. */
const DELETION_WORDS = Object.values(
  import.meta.glob<string>('../../../locales/*/deletion-words.ts', { eager: true, import: 'deletionWords' }),
);

export function DeleteSection() {
  const texts = useTexts().yourData;
  const utils = trpc.useUtils();
  const showGoodbye = useGoodbye();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const remove = useSensitiveMutation<{ readonly confirm: string }, DeleteAccountOutput>({
    perform: (input) => utils.client.data.deleteAccount.mutate(input),
    storeAs: 'delete-account',
    onSuccess: showGoodbye,
  });
  const isDeleting = remove.isPending || remove.isSuccess;
  const close = () => {
    if (isDeleting) return;
    remove.reset();
    // The button must be rendered again before it can take the focus.
    flushSync(() => setOpen(false));
    opener.current?.focus();
  };

  return (
    <Section title={texts.deleteTitle} hint={texts.deleteHint} tone="danger">
      {remove.failure && <ErrorNotice error={remove.failure} takeFocus />}
      {isOpen ? (
        <Confirmation
          failure={remove.failure}
          isDeleting={isDeleting}
          onConfirm={(words) => remove.run({ confirm: words })}
          onCancel={close}
        />
      ) : (
        <div className={classes['action']}>
          <Button
            ref={opener}
            variant="default"
            isDangerous
            // After a return from a provider the deletion goes on by itself.
            loading={isDeleting}
            onClick={() => setOpen(true)}
          >
            {texts.deleteOpen}
          </Button>
        </div>
      )}
      <p role="status" className={classes['progress']}>
        {remove.isPending && texts.deleting}
      </p>
    </Section>
  );
}

interface ConfirmationProps {
  readonly failure: PageError | null;
  readonly isDeleting: boolean;
  readonly onConfirm: (words: string) => void;
  readonly onCancel: () => void;
}

function Confirmation({ failure, isDeleting, onConfirm, onCancel }: ConfirmationProps) {
  const { common, yourData: texts } = useTexts();
  const { data: session } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const wait = useRetryWait(failure);
  const email = session?.user.email ?? null;
  useEffect(() => heading.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait > 0 || isDeleting) return;
    const isConfirmed = areDeletionWords(typed, DELETION_WORDS);
    setRefused(!isConfirmed);
    if (isConfirmed) onConfirm(typed);
    else field.current?.focus();
  };

  return (
    <div
      role="presentation"
      className={classes['confirmation']}
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && onCancel()}
    >
      <div>
        <h3 ref={heading} tabIndex={-1} className={classes['subtitle']}>
          {texts.goesTitle}
        </h3>
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
      <p>{texts.downloadFirst}</p>
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
          <Button type="submit" isDangerous loading={isDeleting} disabled={wait > 0}>
            {texts.deleteButton}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** The server has marked this browser. After the page load nothing of the person is in memory. */
function useGoodbye(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: '/goodbye', replace: true });
}
