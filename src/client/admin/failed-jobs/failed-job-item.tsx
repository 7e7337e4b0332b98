import type { FailedJob } from '../../../shared/schemas/administration.ts';
import { ItemDetails, ListItem } from '../../ui/list.tsx';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

interface FailedJobItemProps {
  readonly job: FailedJob;
  /** What the job does. */
  readonly name: string;
  readonly isRunning: boolean;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

export function FailedJobItem({ job, name, isRunning, onRetry, onDiscard }: FailedJobItemProps) {
  const { common, failedJobs: texts } = useTexts();
  return (
    <ListItem
      name={
        <span>
          {texts.lastError}: <bdi>{job.failure}</bdi>
        </span>
      }
      actions={
        <>
          <Button variant="default" aria-label={texts.retryOf(name)} loading={isRunning} onClick={onRetry}>
            {common.tryAgain}
          </Button>
          <Button variant="default" isDangerous aria-label={texts.discardOf(name)} onClick={onDiscard}>
            {texts.discard}
          </Button>
        </>
      }
    >
      <ItemDetails>
        {texts.created} <RelativeTime at={job.createdAt} />
      </ItemDetails>
      <ItemDetails>
        {texts.attempts(job.attempts)}, {texts.givenUp} <RelativeTime at={job.failedAt} />
      </ItemDetails>
      {job.userId !== null && (
        <ItemDetails>
          <TextLink to="/admin/people/$id" params={{ id: job.userId }} preload={false}>
            {texts.theUser}
          </TextLink>
        </ItemDetails>
      )}
    </ListItem>
  );
}
