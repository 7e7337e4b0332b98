import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryTrouble } from '../../ui/query-trouble.tsx';
import { useGoTo } from '../../features/session/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { useFormatDay } from '../format-day.ts';
import { ReturnNotice } from '../return-notice.tsx';
import { Additions } from './additions.tsx';
import { FinishReview } from './finish-review.tsx';
import classes from './security-review.module.css';

/** What was added to the account before its password was reset, for its owner to keep or remove; then on to where they wanted to go. */
export function SecurityReviewPage() {
  const texts = useTexts().securityReview;
  const { callbackUrl } = getRouteApi('/account/security-review').useSearch();
  const formatDay = useFormatDay();
  const goTo = useGoTo();
  const [isFinished, setFinished] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  const review = trpc.securityReview.get.useQuery();
  const utils = trpc.useUtils();
  const left = review.data?.additions ?? [];

  return (
    <>
      <PageHeading title={texts.title} />
      <ReturnNotice />
      <QueryTrouble query={review} />
      {review.isPending && <Skeleton rows={2} />}
      {removed !== null && (
        <Notice key={removed} tone="success" takeFocus>
          <p>{removed}</p>
        </Notice>
      )}
      {review.data && left.length > 0 && (
        <>
          <p>{texts.intro(formatDay(review.data.since))}</p>
          <Additions additions={left} onRemoved={setRemoved} />
          <FinishReview
            onFinished={() => {
              utils.securityReview.get.setData(undefined, null);
              setRemoved(null);
              if (callbackUrl === undefined) setFinished(true);
              else goTo(callbackUrl);
            }}
          />
        </>
      )}
      {review.isSuccess && left.length === 0 && (
        <>
          <Notice tone="success" takeFocus={isFinished}>
            <p>{isFinished ? texts.finished : texts.nothingLeft}</p>
          </Notice>
          <div className={classes['buttons']}>
            <Button onClick={() => goTo(callbackUrl)}>{texts.goOn}</Button>
          </div>
        </>
      )}
    </>
  );
}
