import type { ReactNode } from 'react';
import { MINUTE_MS } from '../../../shared/limits.ts';
import type { Checklist as ReadChecklist } from '../../../shared/schemas/checklist.ts';
import { Badge } from '../../ui/badge.tsx';
import { useTexts } from '../../language/texts.ts';
import { SEPARATE_BATCH, trpc } from '../../trpc.ts';
import { CheckIcon, ProblemIcon } from '../../ui/notice-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ToDoIcon } from '../icons.tsx';
import classes from './checklist.module.css';
import { useTestMail } from './test-mail.tsx';
import { useChecklistItems, type ChecklistItem } from './use-checklist-items.tsx';

const ICONS = { done: CheckIcon, open: ToDoIcon, broken: ProblemIcon } as const;
const TONES = { done: 'good', open: 'plain', broken: 'warning' } as const;

/** What does not work, in a line each, and the whole list, which is folded when nothing is left to do. */
export function Checklist() {
  // Providers may be slow to answer, and the figures do not wait for them. Another notice says what failed.
  const { data } = trpc.administration.checklist.useQuery(undefined, {
    // Each read asks every provider.
    staleTime: MINUTE_MS,
    trpc: { context: SEPARATE_BATCH },
  });
  return data ? <LoadedChecklist checklist={data} /> : null;
}

function LoadedChecklist({ checklist }: { readonly checklist: ReadChecklist }) {
  const { checklist: texts } = useTexts();
  const items = useChecklistItems(checklist);
  const testMail = useTestMail();
  const broken = items.filter(({ state }) => state === 'broken');
  const done = items.filter(({ state }) => state === 'done').length;
  return (
    <>
      {broken.length > 0 && (
        <Notice tone="problem">
          {broken.map(({ key, name, sentence, link }) => (
            <p key={key}>
              <strong>{name}:</strong> {sentence} {link}
            </p>
          ))}
        </Notice>
      )}
      <details className={classes['card']} open={items.some(({ state }) => state === 'open')}>
        <summary className={classes['summary']}>
          <h2 className={classes['title']}>{texts.title}</h2>
          <span className={classes['progress']}>{texts.progress(done, items.length)}</span>
        </summary>
        <ul className={classes['list']}>
          {items.map((item) => (
            <Item key={item.key} item={item}>
              {item.key === 'mail' && testMail.button}
            </Item>
          ))}
        </ul>
      </details>
      {testMail.outcome}
    </>
  );
}

function Item({ item, children }: { readonly item: ChecklistItem; readonly children: ReactNode }) {
  const { checklist: texts } = useTexts();
  const { name, state, sentence, link, document } = item;
  const Icon = ICONS[state];
  return (
    <li className={classes['item']} data-state={state}>
      <span className={classes['icon']}>
        <Icon />
      </span>
      <div className={classes['text']}>
        <p className={classes['name']}>
          {name} <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
        </p>
        <p>{sentence}</p>
        <p className={classes['more']}>
          {link}
          <span>
            {texts.readMore} <code dir="ltr">{document}</code>
          </span>
        </p>
      </div>
      {children}
    </li>
  );
}
