import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { useGoTo } from '../../features/session/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { useFormatDay } from '../format-day.ts';
import { ReturnNotice } from '../return-notice.tsx';
import { Additions } from './additions.tsx';
import { FinishReview } from './finish-review.tsx';
import classes from './security-review.module.css';

/** The additions before a password reset, for the owner to keep or remove. It then continues to the callback URL. */
export function SecurityReviewPage() {
  const texts = useTexts().securityReview;
  const { callbackUrl } = getRouteApi('/account/security-review').useSearch();
  const formatDay = useFormatDay();
  const goTo = useGoTo();
  const [isFinished, setFinished] = useState(false);
  const [removedText, setRemovedText] = useState<string | null>(null);
  const review = trpc.securityReview.get.useQuery();
  const utils = trpc.useUtils();
  const additions = review.data?.additions ?? [];

  return (
    <>
      <PageHeading title={texts.title} />
      <ReturnNotice />
      <QueryErrorNotice query={review} />
      {review.isPending && <Skeleton rows={2} />}
      {removedText !== null && (
        <Notice key={removedText} tone="success" takeFocus>
          <p>{removedText}</p>
        </Notice>
      )}
      {review.data && additions.length > 0 && (
        <>
          <p>{texts.intro(formatDay(review.data.since))}</p>
          <Additions additions={additions} onRemoved={setRemovedText} />
          <FinishReview
            onFinished={() => {
              utils.securityReview.get.setData(undefined, null);
              setRemovedText(null);
              if (callbackUrl === undefined) setFinished(true);
              else goTo(callbackUrl);
            }}
          />
        </>
      )}
      {review.isSuccess && additions.length === 0 && (
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
