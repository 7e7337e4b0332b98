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

interface Figure {
  readonly name: string;
  /** To what it counts; a `#` leads to a chart below. Without it, there is nothing more to see. */
  readonly to?: string | undefined;
  readonly search?: Readonly<Record<string, string>>;
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

interface PeriodFiguresProps {
  readonly overview: Overview;
  readonly charts: Readonly<Record<'signUps' | 'signIns' | 'failures', PeriodCounts>>;
}

/** What happened in the period, beside the period before. A rise is neither good nor bad. */
export function PeriodFigures({ overview, charts: { signUps, signIns, failures } }: PeriodFiguresProps) {
  const { overview: texts } = useTexts();
  const { since, before, active, activePeople } = overview;
  const failed = sum(failures.totals);
  return (
    <Figures
      of={[
        {
          name: texts.signUps,
          to: '/admin/people',
          search: { from: since },
          count: sum(signUps.totals),
          before: before.signUps,
          counts: signUps.totals,
        },
        {
          name: texts.activePeople,
          to: '/admin/people',
          count: activePeople,
          before: before.activePeople,
          counts: countsAt(signUps.times, active),
        },
        {
          name: texts.allSignIns,
          to: '#sign-ins',
          count: sum(signIns.totals),
          before: before.signIns,
          counts: signIns.totals,
        },
        {
          name: texts.failedSignIns,
          to: failed === 0 ? undefined : '#failed-sign-ins',
          count: failed,
          before: before.failures,
          counts: failures.totals,
        },
      ]}
    />
  );
}

export function FiguresOfNow({ overview }: { readonly overview: Overview }) {
  const { overview: texts, people } = useTexts();
  const endpoints = trpc.webhooks.list.useQuery();
  const { withMethod } = people;
  const figures: readonly Figure[] = [
    { name: texts.people, to: '/admin/people', count: overview.people },
    {
      name: texts.suspended,
      to: '/admin/people',
      search: { state: 'suspended' },
      count: overview.suspended,
    },
    {
      name: texts.administrators,
      to: '/admin/people',
      search: { role: 'administrator' },
      count: overview.administrators,
    },
    {
      name: withMethod.passkey,
      to: '/admin/people',
      search: { method: 'passkey' },
      count: overview.withPasskey,
      of: overview.people,
    },
    {
      name: withMethod.totp,
      to: '/admin/people',
      search: { method: 'totp' },
      count: overview.withSecondFactor,
      of: overview.people,
    },
    { name: texts.waitingMails, to: '/admin/failed-jobs', count: overview.waitingMails },
    { name: texts.failedJobs, to: '/admin/failed-jobs', count: overview.failedJobs, isFailure: true },
  ];
  const failing = endpoints.data && {
    name: texts.failingEndpoints,
    to: '/admin/webhooks',
    count: endpoints.data.filter(isBroken).length,
    isFailure: true,
  };
  return <Figures of={failing ? [...figures, failing] : figures} />;
}

function Figures({ of }: { readonly of: readonly Figure[] }) {
  return (
    <dl className={classes['numbers']}>
      {of.map((figure) => (
        <FigureItem key={figure.name} figure={figure} />
      ))}
    </dl>
  );
}

function FigureItem({ figure }: { readonly figure: Figure }) {
  const { overview: texts } = useTexts();
  const { count, of, before, counts, isFailure = false } = figure;
  const format = useNumberFormat();
  const percent = usePercentFormat();
  const isProblem = isFailure && count !== null && count > 0;
  return (
    <div {...(isProblem && { 'data-failure': true })}>
      <dt>
        <FigureName figure={figure} />
      </dt>
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

function FigureName({ figure: { name, to, search } }: { readonly figure: Figure }) {
  if (to === undefined) return name;
  if (to.startsWith('#')) {
    return (
      <Anchor href={to} size="sm">
        {name}
      </Anchor>
    );
  }
  return (
    <TextLink to={to} {...(search && { search })} size="sm">
      {name}
    </TextLink>
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
