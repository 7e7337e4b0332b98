import { addressOf } from '../../base-path.ts';
import { CardLayout } from '../../features/card-layout.tsx';
import { useTexts } from '../../language/texts.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import classes from '../form/sign-in.module.css';
import { useParameters } from '../page-context.ts';
import { PageLink } from '../page-link.tsx';
import { useSignedInElsewhere } from '../use-signed-in-elsewhere.ts';
import { CheckPhone } from './check-phone.tsx';
import { PhoneNumberForm } from './phone-number-form.tsx';

/** The address says where the code went, as on "Check your email". */
export function PhoneSignInPage() {
  const { phone, callbackUrl } = useParameters();
  const texts = useTexts().phoneSignIn;
  const isEntering = useSignedInElsewhere(callbackUrl);
  if (phone !== undefined) return <CheckPhone {...{ phone, callbackUrl, isEntering }} />;
  return (
    <CardLayout>
      <div className={classes['intro']}>
        <PageHeading title={texts.title} />
        <p>{texts.intro}</p>
      </div>
      <PhoneNumberForm callbackUrl={callbackUrl} />
      <PageLink href={addressOf('/sign-in', { callbackUrl })} size="sm">
        {texts.otherWay}
      </PageLink>
    </CardLayout>
  );
}
