import { Changes } from '../../ui/changes.tsx';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { at } from '../../base-path.ts';
import { toActionError } from '../../errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { useAllowedUrl, useGoTo } from '../../features/session/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { useFormatDay } from '../../ui/format-day.ts';
import { useNotice } from '../../ui/notices.tsx';
import { ReturnNotice } from '../return-notice.tsx';
import { Additions } from './additions.tsx';
import classes from './security-review.module.css';

/**
 * What was added before a password reset or by somebody else. The page then opens the callback URL. Or that the
 * password is known from a data breach.
 */
export function SecurityReviewPage() {
  const { securityReview: texts, ownPassword } = useTexts();
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
              ? texts.notices.vouched()
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
      {review.data?.reason === 'password-breached' && (
        <>
          <p>{texts.notices['password-breached']()}</p>
          <div className={classes['buttons']}>
            <ButtonLink to="/account/sign-in-methods">{ownPassword.change}</ButtonLink>
          </div>
        </>
      )}
      {review.isSuccess && review.data?.reason !== 'password-breached' && additions.length === 0 && (
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

interface FinishReviewProps {
  /** `null` after a removal, until the server has answered the list again. */
  readonly listed: string | null;
  readonly onFinished: () => void;
}

/** A person who signed in with one of the additions must sign in another way first. */
function FinishReview({ listed, onFinished }: FinishReviewProps) {
  const texts = useTexts().securityReview;
  const meaningId = useId();
  const utils = trpc.useUtils();
  const finish = trpc.securityReview.finish.useMutation({
    onSuccess: onFinished,
    // The person then sees what was added meanwhile.
    onError: (error) => {
      if (toActionError(error).code === 'SECURITY_REVIEW_CHANGED') void utils.securityReview.invalidate();
    },
  });
  const failure = finish.error && toActionError(finish.error);
  const wait = useRetryWait(failure);
  return (
    <>
      {failure && (
        <ErrorNotice error={failure} takeFocus>
          {failure.code === 'OTHER_SIGN_IN_REQUIRED' && (
            <ButtonLink
              to="/sign-in"
              search={{ error: failure.code, callbackUrl: at('/account/security-review') }}
              variant="default"
            >
              {texts.otherWay}
            </ButtonLink>
          )}
        </ErrorNotice>
      )}
      <Changes>
        <div className={classes['buttons']}>
          <Button
            loading={finish.isPending || listed === null}
            disabled={wait > 0}
            aria-describedby={meaningId}
            onClick={() => listed !== null && finish.mutate({ listed })}
          >
            {texts.allMine}
          </Button>
          <p id={meaningId} className={classes['meaning']}>
            {texts.allMineMeaning}
          </p>
        </div>
      </Changes>
    </>
  );
}
