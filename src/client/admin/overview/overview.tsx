import type { ReactNode } from 'react';
import type { Overview } from '../../../shared/schemas/administration.ts';
import { Section } from '../../account/section.tsx';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import { isBroken } from '../webhooks/endpoint-state.ts';
import { DayChart } from './day-chart.tsx';
import classes from './overview.module.css';

export function OverviewPage() {
  const { overview: texts } = useTexts();
  const overview = trpc.administration.overview.useQuery();
  return (
    <>
      <PageHeading title={texts.title} />
      <AdminQueryNotice query={overview} />
      {overview.isPending && !overview.isError && <Skeleton rows={4} />}
      {overview.data && (
        <>
          <Section title={texts.now}>
            <Numbers overview={overview.data} />
          </Section>
          <Section title={texts.signUps} hint={texts.days}>
            <DayChart name={texts.signUps} counts={overview.data.signUps} />
          </Section>
          <Section title={texts.signIns} hint={texts.days}>
            <DayChart name={texts.signIns} counts={overview.data.signIns} />
          </Section>
          <Section title={texts.failures} hint={texts.days}>
            <DayChart name={texts.failures} counts={overview.data.failures} />
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
      />
      {endpoints.data && (
        <Fact
          name={
            <TextLink to="/admin/webhooks" size="sm">
              {texts.failingEndpoints}
            </TextLink>
          }
          count={endpoints.data.filter(isBroken).length}
        />
      )}
    </dl>
  );
}

function Fact({ name, count }: { readonly name: ReactNode; readonly count: number }) {
  const format = new Intl.NumberFormat(useIntlLocale());
  return (
    <div>
      <dt>{name}</dt>
      <dd>{format.format(count)}</dd>
    </div>
  );
}
