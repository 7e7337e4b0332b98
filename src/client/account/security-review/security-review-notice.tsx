import { useLocation } from '@tanstack/react-router';
import { ButtonLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Changes } from '../../ui/changes.tsx';
import classes from './security-review.module.css';

const SECURITY_REVIEW_PATH = '/account/security-review';

/** On every account page except the review itself. */
export function SecurityReviewNotice() {
  const texts = useTexts().securityReview;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data: review } = trpc.securityReview.get.useQuery();
  if (!review || path === SECURITY_REVIEW_PATH) return null;
  return (
    <Notice tone="calm" title={texts.title}>
      <p>{texts.notices[review.reason](review.additions.length)}</p>
      <Changes>
        <div className={classes['buttons']}>
          <ButtonLink to={SECURITY_REVIEW_PATH}>{texts.title}</ButtonLink>
        </div>
      </Changes>
    </Notice>
  );
}
