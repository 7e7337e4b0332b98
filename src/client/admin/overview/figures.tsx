import type { ReactNode } from 'react';
import type { Overview } from '../../../shared/schemas/administration.ts';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ProblemIcon } from '../../ui/notice-icons.tsx';
import { isBroken } from '../webhooks/endpoint.tsx';
import admin from '../admin.module.css';
import classes from './overview.module.css';
import { useNumberFormat } from './overview-words.ts';
import { countsAt, sum, type PeriodCounts } from './period-counts.ts';

interface PeriodFiguresProps {
  readonly overview: Overview;
  readonly charts: Readonly<Record<'signUps' | 'signIns' | 'failures', PeriodCounts>>;
}

/** What happened in the period, beside the period before. A rise is neither good nor bad. */
export function PeriodFigures({ overview, charts: { signUps, signIns, failures } }: PeriodFiguresProps) {
  const { overview: texts } = useTexts();
  const { before, active, activePeople } = overview;
  return (
    <dl className={classes['numbers']}>
      <Figure
        name={
          <TextLink to="/admin/people" search={{ from: overview.since }} size="sm">
            {texts.signUps}
          </TextLink>
        }
        count={sum(signUps.totals)}
        before={before.signUps}
        counts={signUps.totals}
      />
      <Figure
        name={
          <TextLink to="/admin/people" size="sm">
            {texts.activePeople}
          </TextLink>
        }
        count={activePeople}
        before={before.activePeople}
        counts={countsAt(signUps.times, active)}
      />
      <Figure
        name={
          <Anchor href="#sign-ins" size="sm">
            {texts.allSignIns}
          </Anchor>
        }
        count={sum(signIns.totals)}
        before={before.signIns}
        counts={signIns.totals}
      />
      <Figure
        name={
          <Anchor href="#failed-sign-ins" size="sm">
            {texts.failedSignIns}
          </Anchor>
        }
        count={sum(failures.totals)}
        before={before.failures}
        counts={failures.totals}
      />
    </dl>
  );
}

export function FiguresOfNow({ overview }: { readonly overview: Overview }) {
  const { overview: texts, people } = useTexts();
  const endpoints = trpc.webhooks.list.useQuery();
  return (
    <dl className={classes['numbers']}>
      <Figure
        name={
          <TextLink to="/admin/people" size="sm">
            {texts.people}
          </TextLink>
        }
        count={overview.people}
      />
      <Figure
        name={
          <TextLink to="/admin/people" search={{ state: 'suspended' }} size="sm">
            {texts.suspended}
          </TextLink>
        }
        count={overview.suspended}
      />
      <Figure
        name={
          <TextLink to="/admin/people" search={{ role: 'administrator' }} size="sm">
            {texts.administrators}
          </TextLink>
        }
        count={overview.administrators}
      />
      <Figure
        name={
          <TextLink to="/admin/people" search={{ method: 'passkey' }} size="sm">
            {people.withMethod.passkey}
          </TextLink>
        }
        count={overview.withPasskey}
        of={overview.people}
      />
      <Figure
        name={
          <TextLink to="/admin/people" search={{ method: 'totp' }} size="sm">
            {people.withMethod.totp}
          </TextLink>
        }
        count={overview.withSecondFactor}
        of={overview.people}
      />
      <Figure
        name={
          <TextLink to="/admin/failed-jobs" size="sm">
            {texts.waitingMails}
          </TextLink>
        }
        count={overview.waitingMails}
      />
      <Figure
        name={
          <TextLink to="/admin/failed-jobs" size="sm">
            {texts.failedJobs}
          </TextLink>
        }
        count={overview.failedJobs}
        isFailure
      />
      {endpoints.data && (
        <Figure
          name={
            <TextLink to="/admin/webhooks" size="sm">
              {texts.failingEndpoints}
            </TextLink>
          }
          count={endpoints.data.filter(isBroken).length}
          isFailure
        />
      )}
    </dl>
  );
}

interface FigureProps {
  /** A link to what it counts. */
  readonly name: ReactNode;
  /** `null`: there are too many to count. */
  readonly count: number | null;
  /** Shows the share of this number, which is an estimate. */
  readonly of?: number;
  /** The same in the period before. */
  readonly before?: number;
  /** By hour or day. */
  readonly counts?: readonly number[];
  /** A number above zero is shown as a problem. */
  readonly isFailure?: boolean;
}

function Figure({ name, count, of, before, counts, isFailure = false }: FigureProps) {
  const { overview: texts } = useTexts();
  const format = useNumberFormat();
  const percent = usePercentFormat();
  const isProblem = isFailure && count !== null && count > 0;
  return (
    <div {...(isProblem && { 'data-failure': true })}>
      <dt>{name}</dt>
      <dd>
        <span className={classes['value']}>
          {isProblem && <ProblemIcon />}
          {count === null
            ? '–'
            : of === undefined
              ? format(count)
              : percent(of === 0 ? 0 : Math.min(1, count / of))}
        </span>
        {count === null && <span className={classes['beside']}>{texts.notCounted}</span>}
        {count !== null && of !== undefined && (
          <span className={classes['beside']}>{texts.share(format(count), format(of))}</span>
        )}
        {count !== null && before !== undefined && <Trend count={count} before={before} />}
        {counts && <Sparkline counts={counts} />}
      </dd>
    </div>
  );
}

function Trend({ count, before }: { readonly count: number; readonly before: number }) {
  const { overview: texts } = useTexts();
  const format = useNumberFormat();
  const percent = usePercentFormat();
  const change = before === 0 ? 0 : Math.abs(count - before) / before;
  const [sign, words] =
    count > before
      ? (['↑', texts.more(percent(change))] as const)
      : count < before
        ? (['↓', texts.fewer(percent(change))] as const)
        : (['±', texts.same] as const);
  return (
    <span className={`${classes['beside']} ${classes['trend']}`}>
      {before > 0 && (
        <>
          <span aria-hidden="true">{`${sign} ${percent(change)}`}</span>
          <span className={admin['unseen']}>{words}</span>{' '}
        </>
      )}
      {texts.before(format(before))}
    </span>
  );
}

function usePercentFormat(): (share: number) => string {
  const format = new Intl.NumberFormat(useIntlLocale(), { style: 'percent', maximumFractionDigits: 0 });
  return (share) => format.format(share);
}

/** Only a shape. The charts have the values. */
function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const highest = Math.max(1, ...counts);
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox={`0 0 ${counts.length - 1} 1`}
      preserveAspectRatio="none"
      className={classes['sparkline']}
    >
      <polyline points={counts.map((count, index) => `${index},${1 - count / highest}`).join(' ')} />
    </svg>
  );
}
