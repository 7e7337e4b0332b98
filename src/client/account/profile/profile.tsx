import { lazy, Suspense } from 'react';
import { toClientError } from '../../errors.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { trpc } from '../../trpc.ts';
import { EmailSection } from '../email/email-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { PictureSection } from '../picture/picture-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ReturnNotice } from '../return-notice.tsx';
import { Section } from '../section.tsx';
import { useTexts } from '../../language/texts.ts';

const PhoneSection = lazy(async () => ({
  default: (await import('../phone/phone-section.tsx')).PhoneSection,
}));

export function ProfilePage() {
  const texts = useTexts().profile;
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
          <PictureSection profile={profile.data} />
          <Section title={texts.aboutYou} hint={texts.aboutYouHint}>
            <ProfileForm profile={profile.data} />
          </Section>
          <LanguageSection profile={profile.data} />
          <EmailSection />
          <Suspense fallback={<PageLoader />}>
            <PhoneSection />
          </Suspense>
        </>
      )}
    </>
  );
}
