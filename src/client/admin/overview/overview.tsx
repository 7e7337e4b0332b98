import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Overview } from '../../../shared/schemas/administration.ts';
import { Section } from '../../ui/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import admin from '../admin.module.css';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import { Checklist, ChecklistProblems } from '../checklist/checklist.tsx';
import { Chart } from './chart.tsx';
import { FiguresOfNow, PeriodFigures } from './figures.tsx';
import classes from './overview.module.css';
import { arrange, sum, timesOf } from './period-counts.ts';

const route = getRouteApi('/admin/');
/** In days. One day is counted by hour. */
const PERIODS = [1, 7, 30, 90] as const;

export function OverviewPage() {
  const { overview: texts } = useTexts();
  const search = route.useSearch();
  const navigate = useNavigate();
  // Anybody can write an address.
  const days = PERIODS.find((each) => String(each) === search.days) ?? 30;
  const overview = trpc.administration.overview.useQuery({ days }, { placeholderData: keepPreviousData });
  return (
    <>
      <div className={admin['top']}>
        <PageHeading title={texts.title} />
        <SelectField
          aria-label={texts.period}
          value={String(days)}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ to: '/admin', search: { days: value }, replace: true })
          }
          data={PERIODS.map((each) => ({ value: String(each), label: texts.days(each) }))}
        />
      </div>
      <AdminQueryNotice query={overview} />
      <ChecklistProblems />
      {overview.isPending && !overview.isError && <Skeleton rows={4} />}
      {overview.data && <Period overview={overview.data} />}
    </>
  );
}

/** While another period is read, the last one stays, with its own days. */
function Period({ overview }: { readonly overview: Overview }) {
  const { overview: texts } = useTexts();
  const { days } = overview;
  const times = timesOf(overview);
  const charts = {
    signUps: arrange(times, overview.signUps, ['', 'import']),
    signIns: arrange(times, overview.signIns),
    failures: arrange(times, overview.failures),
  };
  return (
    <>
      <Section title={texts.days(days)} hint={texts.activeHint}>
        <PeriodFigures overview={overview} charts={charts} />
      </Section>
      <Section title={texts.now}>
        <FiguresOfNow overview={overview} />
      </Section>
      <Checklist />
      <div className={classes['charts']}>
        <Chart id="new-people" name={texts.signUps} counts={charts.signUps} days={days} />
        <Chart id="sign-ins" name={texts.signIns} counts={charts.signIns} days={days} />
        {sum(charts.failures.totals) > 0 && (
          <Chart id="failed-sign-ins" name={texts.failures} counts={charts.failures} days={days} />
        )}
      </div>
    </>
  );
}
