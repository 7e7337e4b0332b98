import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview } from '../../../shared/schemas/administration.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { Section } from '../../account/section.tsx';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { TextLink } from '../../ui/links.tsx';
import { ProblemIcon } from '../../ui/notice-icons.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import admin from '../admin.module.css';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import { isBroken } from '../webhooks/endpoint.tsx';
import { DayChart } from './day-chart.tsx';
import classes from './overview.module.css';

const route = getRouteApi('/admin/');
const PERIODS = [7, 30, 90] as const;

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
      {overview.isPending && !overview.isError && <Skeleton rows={4} />}
      {overview.data && (
        <>
          <Section title={texts.now}>
            <Numbers overview={overview.data} />
          </Section>
          <Section title={texts.signUps} hint={texts.byDay}>
            <DayChart name={texts.signUps} counts={overview.data.signUps} days={days} />
          </Section>
          <Section title={texts.signIns} hint={texts.byDay}>
            <DayChart name={texts.signIns} counts={overview.data.signIns} days={days} />
          </Section>
          <Section title={texts.failures} hint={texts.byDay}>
            <DayChart name={texts.failures} counts={overview.data.failures} days={days} />
          </Section>
        </>
      )}
    </>
  );
}

function Numbers({ overview }: { readonly overview: Overview }) {
  const { overview: texts } = useTexts();
  const endpoints = trpc.webhooks.list.useQuery();
  return (
    <dl className={classes['numbers']}>
      <Fact
        name={
          <TextLink to="/admin/people" size="sm">
            {texts.people}
          </TextLink>
        }
        count={overview.people}
      />
      <Fact
        name={
          <TextLink to="/admin/people" search={{ state: 'suspended' }} size="sm">
            {texts.suspended}
          </TextLink>
        }
        count={overview.suspended}
      />
      <Fact
        name={
          <TextLink to="/admin/people" search={{ role: 'administrator' }} size="sm">
            {texts.administrators}
          </TextLink>
        }
        count={overview.administrators}
      />
      <Fact name={texts.waitingMails} count={overview.waitingMails} />
      <Fact
        name={
          <TextLink to="/admin/failed-jobs" size="sm">
            {texts.failedJobs}
          </TextLink>
        }
        count={overview.failedJobs}
        isFailure
      />
      {endpoints.data && (
        <Fact
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

interface FactProps {
  readonly name: ReactNode;
  readonly count: number;
  /** A number above zero is shown as a problem. */
  readonly isFailure?: boolean;
}

function Fact({ name, count, isFailure = false }: FactProps) {
  const format = new Intl.NumberFormat(useIntlLocale());
  return (
    <div {...(isFailure && count > 0 && { 'data-failure': true })}>
      <dt>{name}</dt>
      <dd>
        {isFailure && count > 0 && <ProblemIcon />}
        {format.format(count)}
      </dd>
    </div>
  );
}
