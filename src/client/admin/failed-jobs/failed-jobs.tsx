import { useState } from 'react';
import type { FailedJob } from '../../../shared/schemas/administration.ts';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { List } from '../../ui/list.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import classes from '../admin.module.css';
import { useAction } from '../use-action.ts';
import { FailedDeliveries } from './failed-deliveries.tsx';
import { FailedJobItem } from './failed-job-item.tsx';

export function FailedJobsPage() {
  const { failedJobs: texts } = useTexts();
  const utils = trpc.useUtils();
  const jobs = trpc.administration.failedJobs.useQuery();
  const { notice, showSuccess, clear } = useNotice();
  const [discarded, setDiscarded] = useState<FailedJob | null>(null);
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  const nameOf = (kind: string) => kinds[kind] ?? kind;
  const readAgain = () => void utils.administration.failedJobs.invalidate();
  const leaveOut = (ids: readonly string[]) => {
    utils.administration.failedJobs.setData(undefined, (listed) =>
      listed?.filter(({ id }) => !ids.includes(id)),
    );
    // There may be more than the list had.
    readAgain();
    void utils.administration.overview.invalidate();
    void utils.audit.list.invalidate();
  };
  const retry = useSensitiveMutation({
    perform: async (ids: readonly string[]) => {
      const [id = ''] = ids;
      if (ids.length > 1) return utils.client.administration.retryJobs.mutate({ ids: [...ids] });
      await utils.client.administration.retryJob.mutate({ id });
      return { count: 1 };
    },
    storeAs: null,
    onSuccess: ({ count }, ids) => {
      leaveOut(ids);
      showSuccess(({ failedJobs }) => failedJobs.retried(count));
    },
    // Another administrator may have been faster.
    onError: readAgain,
  });
  const discard = useAction({
    perform: ({ id }: FailedJob) => utils.client.administration.discardJob.mutate({ id }),
    onSuccess: ({ id }) => {
      leaveOut([id]);
      showSuccess(({ failedJobs }) => failedJobs.discarded);
    },
  });
  const run = (ids: readonly string[]) => {
    clear();
    retry.run(ids);
  };
  const isRunning = (ids: readonly string[]) => retry.isPending && retry.variables?.join() === ids.join();
  const listed = jobs.data ?? [];
  const groups = [...new Set(listed.map(({ kind }) => kind))].map((kind) => ({
    kind,
    group: listed.filter((job) => job.kind === kind),
  }));

  return (
    <>
      <PageHeading title={texts.title} />
      {notice}
      {retry.failure && <ErrorNotice error={retry.failure} takeFocus />}
      {listed.length === 0 && (
        <Section title={texts.list} hint={texts.hint}>
          <AdminQueryNotice query={jobs} />
          {jobs.isPending && !jobs.isError && <Skeleton rows={2} />}
          {jobs.data && (
            <EmptyList>
              <p>{texts.none}</p>
            </EmptyList>
          )}
        </Section>
      )}
      {listed.length > 0 && (
        <>
          <p className={classes['muted']}>{texts.hint}</p>
          <AdminQueryNotice query={jobs} />
        </>
      )}
      {groups.map(({ kind, group }) => {
        const ids = group.map(({ id }) => id);
        return (
          <Section
            key={kind}
            title={nameOf(kind)}
            action={
              group.length > 1 && (
                <Button
                  variant="default"
                  aria-label={`${texts.retryAll(group.length)}: ${nameOf(kind)}`}
                  loading={isRunning(ids)}
                  onClick={() => run(ids)}
                >
                  {texts.retryAll(group.length)}
                </Button>
              )
            }
          >
            <List>
              {group.map((job) => (
                <FailedJobItem
                  key={job.id}
                  job={job}
                  name={nameOf(kind)}
                  isRunning={isRunning([job.id])}
                  onRetry={() => run([job.id])}
                  onDiscard={() => {
                    clear();
                    setDiscarded(job);
                    discard.open();
                  }}
                />
              ))}
            </List>
          </Section>
        );
      })}
      {/* If the first list was refused, the second would ask for the same verification again. */}
      {jobs.data && <FailedDeliveries />}
      {discarded && (
        <ActionDialog
          action={{
            ...discard,
            close: () => {
              discard.close();
              // Another administrator may have been faster.
              if (discard.failure) readAgain();
            },
          }}
          title={texts.discardTitle}
          meaning={texts.discardMeaning(nameOf(discarded.kind))}
          submit={texts.discard}
          isDangerous
          reason="none"
          onSubmit={() => discard.run(discarded)}
        />
      )}
    </>
  );
}
