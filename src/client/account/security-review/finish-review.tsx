import { at } from '../../base-path.ts';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import classes from './security-review.module.css';

/** Keeps all remaining additions. A person who signed in with one of them must sign in another way first. */
export function FinishReview({ onFinished }: { readonly onFinished: () => void }) {
  const texts = useTexts().securityReview;
  const meaningId = useId();
  const finish = trpc.securityReview.finish.useMutation({ onSuccess: onFinished });
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
          loading={finish.isPending}
          disabled={wait > 0}
          aria-describedby={meaningId}
          onClick={() => finish.mutate()}
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
