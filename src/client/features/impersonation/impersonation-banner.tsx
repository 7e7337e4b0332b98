import { at } from '../../base-path.ts';
import { CONSOLE_PATH } from '../../../shared/callback-url.ts';
import type { Session } from '../../../shared/schemas/session.ts';
import { toActionError } from '../../errors.ts';
import { useIntlLocale } from '../../language/intl-locale.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useExternalNavigation } from '../session/external-navigation.ts';
import classes from './impersonation-banner.module.css';

export function ImpersonationBanner({ session: { user, expires } }: { readonly session: Session }) {
  const texts = useTexts().impersonation;
  const openUrl = useExternalNavigation();
  const time = new Intl.DateTimeFormat(useIntlLocale(), { timeStyle: 'short' });
  const end = trpc.session.endImpersonation.useMutation({
    // The page loads anew, so nothing of the person stays in it.
    onSuccess: (own) => openUrl(at(own ? `${CONSOLE_PATH}/people/${user.id}` : '/sign-in')),
  });
  return (
    <section aria-label={texts.label} className={classes['banner']}>
      <div className={classes['line']}>
        <p className={classes['text']}>
          <strong>{texts.actingAs(user.name ?? user.email ?? user.id)}</strong>{' '}
          <span>{texts.limits(time.format(new Date(expires)))}</span>
        </p>
        <span className={classes['action']}>
          <Button variant="default" loading={end.isPending || end.isSuccess} onClick={() => end.mutate()}>
            {texts.end}
          </Button>
        </span>
      </div>
      {end.error && <ErrorNotice error={toActionError(end.error)} />}
    </section>
  );
}
