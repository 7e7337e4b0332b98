import { useNavigate } from '@tanstack/react-router';
import type { Session } from '../../shared/schemas/session.ts';
import { UserPicture } from '../ui/user-picture.tsx';
import { toActionError } from '../errors.ts';
import { noteSignOut } from '../features/session/sign-outs.ts';
import { useTexts } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import classes from './approving-account.module.css';

interface ApprovingAccountProps {
  readonly user: Session['user'];
  /** The path to return to, with the base path. */
  readonly callbackUrl: string;
}

/** For another account, this browser signs out first. */
export function ApprovingAccount({ user: { id, name, email, image }, callbackUrl }: ApprovingAccountProps) {
  const texts = useTexts().device;
  const navigate = useNavigate();
  const signOut = trpc.session.signOut.useMutation({
    onSuccess: () => {
      noteSignOut();
      void navigate({ to: '/sign-in', search: { callbackUrl } });
    },
  });
  const failure = signOut.error && toActionError(signOut.error);
  return (
    <div className={classes['box']}>
      <UserPicture id={id} name={name ?? email} image={image} size="small" />
      <div className={classes['text']}>
        <p className={classes['label']}>{texts.account}</p>
        <p className={classes['name']}>
          <bdi>{name ?? email}</bdi>
        </p>
        {name !== null && email !== null && (
          <p className={classes['email']}>
            <bdi>{email}</bdi>
          </p>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes['other'] ?? ''}
          loading={signOut.isPending || signOut.isSuccess}
          onClick={() => signOut.mutate()}
        >
          {texts.otherAccount}
        </Button>
      </div>
      {failure && (
        <div className={classes['failure']}>
          <ErrorNotice error={failure} takeFocus />
        </div>
      )}
    </div>
  );
}
