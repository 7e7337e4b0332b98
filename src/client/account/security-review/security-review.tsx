import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { useAllowedUrl, useGoTo } from '../../features/session/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { useFormatDay } from '../format-day.ts';
import { useNotice } from '../notices.tsx';
import { ReturnNotice } from '../return-notice.tsx';
import { Additions } from './additions.tsx';
import { FinishReview } from './finish-review.tsx';
import classes from './security-review.module.css';

/** What was added before a password reset or by somebody else. The page then opens the callback URL. */
export function SecurityReviewPage() {
  const texts = useTexts().securityReview;
  const callbackUrl = useAllowedUrl(getRouteApi('/account/security-review').useSearch().callbackUrl);
  const formatDay = useFormatDay();
  const goTo = useGoTo();
  const [isFinished, setFinished] = useState(false);
  const { notice, showSuccess } = useNotice();
  const review = trpc.securityReview.get.useQuery();
  const utils = trpc.useUtils();
  const additions = review.data?.additions ?? [];

  return (
    <>
      <PageHeading title={texts.title} />
      <ReturnNotice />
      <QueryErrorNotice query={review} />
      {review.isPending && <Skeleton rows={2} />}
      {notice}
      {review.data && additions.length > 0 && (
        <>
          <p>
            {review.data.reason === 'vouched'
              ? texts.vouchedIntro
              : texts.intro(formatDay(review.data.since))}
          </p>
          <Additions additions={additions} onRemoved={(message) => showSuccess(() => message)} />
          <FinishReview
            listed={review.data.listed || null}
            onFinished={() => {
              utils.securityReview.get.setData(undefined, null);
              if (callbackUrl !== undefined) return goTo(callbackUrl);
              setFinished(true);
              showSuccess(({ securityReview }) => securityReview.finished);
            }}
          />
        </>
      )}
      {review.isSuccess && additions.length === 0 && (
        <>
          {!isFinished && <p>{texts.nothingLeft}</p>}
          <div className={classes['buttons']}>
            <Button onClick={() => goTo(callbackUrl)}>{texts.goOn}</Button>
          </div>
        </>
      )}
    </>
  );
}
