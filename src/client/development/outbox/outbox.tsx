import { at } from '../../base-path.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { SiteMark } from '../../ui/site-mark.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Message, useTitleOf } from './message.tsx';
import classes from './outbox.module.css';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';

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

/** `none` without an outbox, as in production; `elsewhere` in a browser on another machine. */
async function readOutbox(): Promise<OutboxMessage[] | 'none' | 'elsewhere'> {
  const answer = await fetch(at('/dev/outbox.json'));
  if (answer.status === 404) return 'none';
  if (answer.status === 403) return 'elsewhere';
  if (!answer.ok) throw new Error(`The outbox answered ${answer.status}.`);
  return z.array(outboxMessage).parse(await answer.json());
}

export function OutboxPage() {
  const { outbox: texts, common } = useTexts();
  const titleOf = useTitleOf();
  const time = new Intl.DateTimeFormat(useIntlLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
  const outbox = useQuery({
    queryKey: ['outbox', 'messages'],
    queryFn: readOutbox,
    refetchInterval: (query) => (typeof query.state.data === 'string' ? false : REFRESH_MS),
    retry: false,
    staleTime: 0,
  });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const messages = Array.isArray(outbox.data) ? outbox.data : [];
  const chosen = messages.find(({ id }) => id === chosenId) ?? messages[0];

  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <SiteMark />
        <TextLink to="/sign-in" size="sm">
          {common.signIn}
        </TextLink>
      </header>
      <main className={classes['main']}>
        <div>
          <PageHeading title={texts.title} />
          <p className={classes['hint']}>{texts.hint}</p>
        </div>
        {outbox.isPending && <PageLoader />}
        {outbox.isError && <p role="alert">{texts.trouble}</p>}
        {typeof outbox.data === 'string' && <p>{texts[outbox.data]}</p>}
        {outbox.data?.length === 0 && <p className={classes['empty']}>{texts.empty}</p>}
        {chosen && (
          <div className={classes['columns']}>
            <ul aria-label={texts.messages} className={classes['list']}>
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
                    <time dateTime={message.createdAt}>{time.format(new Date(message.createdAt))}</time>
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
