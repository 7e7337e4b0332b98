import type { ReactNode } from 'react';
import { MINUTE_MS } from '../../../shared/limits.ts';
import type { Checklist as ReadChecklist } from '../../../shared/schemas/checklist.ts';
import { useTexts } from '../../language/texts.ts';
import { SEPARATE_BATCH, trpc } from '../../trpc.ts';
import { CheckIcon, ProblemIcon } from '../../ui/notice-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FieldArrow } from '../../ui/text-field.tsx';
import admin from '../admin.module.css';
import { ToDoIcon } from '../icons.tsx';
import classes from './checklist.module.css';
import { useTestMail } from './test-mail.tsx';
import { useChecklistItems, type ChecklistItem } from './use-checklist-items.tsx';

const ICONS = { done: CheckIcon, open: ToDoIcon, broken: ProblemIcon } as const;

/** Providers may be slow to answer, and the figures do not wait for them. Another notice says what failed. */
function useChecklist() {
  return trpc.administration.checklist.useQuery(undefined, {
    // Each read asks every provider.
    staleTime: MINUTE_MS,
    trpc: { context: SEPARATE_BATCH },
  }).data;
}

/** What does not work, in a line each. */
export function ChecklistProblems() {
  const checklist = useChecklist();
  return checklist ? <Problems checklist={checklist} /> : null;
}

function Problems({ checklist }: { readonly checklist: ReadChecklist }) {
  const broken = useChecklistItems(checklist).filter(({ state }) => state === 'broken');
  if (broken.length === 0) return null;
  return (
    <Notice tone="problem">
      {broken.map(({ key, name, sentence, link }) => (
        <p key={key}>
          <strong>{name}:</strong> {sentence} {link}
        </p>
      ))}
    </Notice>
  );
}

/** A line with what to do next. It unfolds to the whole list. */
export function Checklist() {
  const checklist = useChecklist();
  return checklist ? <LoadedChecklist checklist={checklist} /> : null;
}

function LoadedChecklist({ checklist }: { readonly checklist: ReadChecklist }) {
  const { checklist: texts } = useTexts();
  const items = useChecklistItems(checklist);
  const testMail = useTestMail();
  const done = items.filter(({ state }) => state === 'done').length;
  const next = items.find(({ state }) => state === 'open');
  return (
    <>
      <details className={admin['folded']}>
        <summary>
          <h2>{texts.title}</h2>
          <span>{texts.progress(done, items.length)}</span>
          {next && <span>{texts.next(next.name)}</span>}
          <FieldArrow />
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
          {name}
          {/* Its icon shows it. */}
          <span className={admin['unseen']}>: {texts.states[state]}</span>
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
