import { at } from '../../base-path.ts';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import classes from './security-review.module.css';

interface FinishReviewProps {
  /** `null` after a removal, until the server has answered the list again. */
  readonly listed: string | null;
  readonly onFinished: () => void;
}

/** A person who signed in with one of the additions must sign in another way first. */
export function FinishReview({ listed, onFinished }: FinishReviewProps) {
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
              size="sm"
            >
              {texts.otherWay}
            </ButtonLink>
          )}
        </ErrorNotice>
      )}
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
    </>
  );
}
