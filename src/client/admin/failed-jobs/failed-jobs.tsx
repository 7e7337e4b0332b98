import type { FailedJob } from '../../../shared/schemas/administration.ts';
import { ItemDetails, List, ListItem } from '../../account/list.tsx';
import { useNotice } from '../../account/notices.tsx';
import { Section } from '../../account/section.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';

/** The jobs that were given up. Each can be tried again. */
export function FailedJobsPage() {
  const { common, failedJobs: texts } = useTexts();
  const utils = trpc.useUtils();
  const jobs = trpc.administration.failedJobs.useQuery();
  const { notice, show, clear } = useNotice();
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  const nameOf = ({ kind }: FailedJob) => kinds[kind] ?? kind;
  const retry = useSensitiveMutation({
    perform: ({ id }: FailedJob) => utils.client.administration.retryJob.mutate({ id }),
    storeAs: null,
    onSuccess: (_retried, { id }) => {
      utils.administration.failedJobs.setData(undefined, (listed) => listed?.filter((job) => job.id !== id));
      void utils.administration.overview.invalidate();
      void utils.audit.list.invalidate();
      show(({ failedJobs }) => (
        <Notice tone="success" takeFocus>
          <p>{failedJobs.retried}</p>
        </Notice>
      ));
    },
    // Another administrator may have been faster.
    onError: () => void utils.administration.failedJobs.invalidate(),
  });
  return (
    <>
      <PageHeading title={texts.title} />
      {notice}
      {retry.failure && <ErrorNotice error={retry.failure} takeFocus />}
      <Section title={texts.list} hint={texts.hint}>
        <AdminQueryNotice query={jobs} />
        {jobs.isPending && !jobs.isError && <Skeleton rows={2} />}
        {jobs.data?.length === 0 && <p>{texts.none}</p>}
        {jobs.data && jobs.data.length > 0 && (
          <List>
            {jobs.data.map((job) => (
              <ListItem
                key={job.id}
                name={nameOf(job)}
                actions={
                  <Button
                    variant="default"
                    aria-label={texts.retryOf(nameOf(job))}
                    loading={retry.isPending && retry.variables?.id === job.id}
                    onClick={() => {
                      clear();
                      retry.run(job);
                    }}
                  >
                    {common.tryAgain}
                  </Button>
                }
              >
                <ItemDetails>
                  {texts.attempts(job.attempts)}, {texts.givenUp} <RelativeTime at={job.failedAt} />
                </ItemDetails>
                {job.userId !== null && (
                  <ItemDetails>
                    <TextLink to="/admin/people/$id" params={{ id: job.userId }} preload={false}>
                      {texts.thePerson}
                    </TextLink>
                  </ItemDetails>
                )}
              </ListItem>
            ))}
          </List>
        )}
      </Section>
    </>
  );
}
