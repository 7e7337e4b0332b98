import { lazy, Suspense } from 'react';
import { toClientError } from '../../errors.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { trpc } from '../../trpc.ts';
import { Badge } from './badge.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ReturnNotice } from './return-notice.tsx';
import { Section } from './section.tsx';
import classes from './profile.module.css';
import { useTexts } from '../../texts/texts.ts';

const PhoneSection = lazy(async () => ({
  default: (await import('./phone/phone-section.tsx')).PhoneSection,
}));

export function ProfilePage() {
  const { profile: texts, common } = useTexts();
  const profile = trpc.profile.get.useQuery();
  const trouble = profile.failureReason ?? profile.error;
  return (
    <>
      <PageHeading title={texts.title} />
      <ReturnNotice />
      {trouble && <ErrorNotice error={toClientError(trouble)} />}
      {profile.isPending && !trouble && <PageLoader />}
      {profile.data && (
        <>
          <Section title={texts.aboutYou} hint={texts.aboutYouHint}>
            <ProfileForm profile={profile.data} />
          </Section>
          <Section title={texts.emailAddress}>
            {profile.data.email === null ? (
              <p>{texts.noAddress}</p>
            ) : (
              <p className={classes['address']}>
                {profile.data.email}
                <Badge tone={profile.data.emailVerified ? 'good' : 'plain'}>
                  {profile.data.emailVerified ? common.verified : common.unverified}
                </Badge>
              </p>
            )}
          </Section>
          <Suspense fallback={<PageLoader />}>
            <PhoneSection />
          </Suspense>
        </>
      )}
    </>
  );
}
