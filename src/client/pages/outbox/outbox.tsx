import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { SiteMark } from '../../components/site-mark.tsx';
import { TextLink } from '../../components/links.tsx';
import { Message, titleOf } from './message.tsx';
import classes from './outbox.module.css';

const REFRESH_MS = 2000;

const outboxMessage = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.nullish(z.string()),
  text: z.string(),
  html: z.nullish(z.string()),
  messageId: z.optional(z.string()),
  createdAt: z.string(),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;

/** The newest messages first; `null` where there is no outbox, as in production. */
async function readOutbox(): Promise<OutboxMessage[] | null> {
  const answer = await fetch('/dev/outbox.json');
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`The outbox answered ${answer.status}.`);
  return z.array(outboxMessage).parse(await answer.json());
}

/** Development only: the mails and short messages that were not sent anywhere. */
export function OutboxPage() {
  const outbox = useQuery({
    queryKey: ['outbox', 'messages'],
    queryFn: readOutbox,
    refetchInterval: (query) => (query.state.data === null ? false : REFRESH_MS),
    retry: false,
    staleTime: 0,
  });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const messages = outbox.data ?? [];
  const chosen = messages.find(({ id }) => id === chosenId) ?? messages[0];

  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <SiteMark />
        <TextLink to="/sign-in" size="sm">
          Sign in
        </TextLink>
      </header>
      <main className={classes['main']}>
        <div>
          <PageHeading title="Outbox" />
          <p className={classes['hint']}>
            Mails and text messages are not sent from here; they are kept for you to read. The list follows by
            itself.
          </p>
        </div>
        {outbox.isPending && <PageLoader />}
        {outbox.isError && (
          <p role="alert">The outbox cannot be read right now. It is tried again by itself.</p>
        )}
        {outbox.data === null && <p>The outbox is not available on this server.</p>}
        {outbox.data?.length === 0 && (
          <p className={classes['empty']}>Nothing yet. Ask for a sign-in link, and it appears here.</p>
        )}
        {chosen && (
          <div className={classes['columns']}>
            <ul aria-label="Messages" className={classes['list']}>
              {messages.map((message) => (
                <li key={message.id}>
                  <button
                    type="button"
                    className={classes['entry']}
                    aria-current={message.id === chosen.id}
                    onClick={() => setChosenId(message.id)}
                  >
                    <span className={classes['entrySubject']}>{titleOf(message)}</span>
                    <span className={classes['entryTo']}>{message.to}</span>
                    <time dateTime={message.createdAt}>{TIME.format(new Date(message.createdAt))}</time>
                  </button>
                </li>
              ))}
            </ul>
            <Message key={chosen.id} message={chosen} />
          </div>
        )}
      </main>
    </div>
  );
}

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
