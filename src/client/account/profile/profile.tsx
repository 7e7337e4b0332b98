import { Suspense } from 'react';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { useTexts } from '../../language/texts.ts';
import { lazyPart } from '../../load-page.ts';
import { trpc } from '../../trpc.ts';
import { EmailRow } from '../email/email-row.tsx';
import { PictureRow } from '../picture/picture-row.tsx';
import { ReturnNotice } from '../return-notice.tsx';
import { RowSkeleton } from '../rows/row.tsx';
import { RowCard } from '../rows/use-row.tsx';
import { LanguageRow } from './language-row.tsx';
import { NameRow } from './name-row.tsx';
import classes from './profile.module.css';

const SecurityRow = lazyPart(async () => (await import('../../later-parts.ts')).loadSecurityRow());
const PhoneRow = lazyPart(async () => (await import('../phone/phone-row.tsx')).PhoneRow);
const OwnFieldRows = lazyPart(async () => (await import('../../later-parts.ts')).loadOwnFieldRows());

export function ProfilePage() {
  const { language, phone, picture, profile: texts } = useTexts();
  const profile = trpc.profile.get.useQuery();
  const { data } = profile;
  return (
    <>
      <PageHeading title={texts.title} />
      <ReturnNotice />
      <div className={classes['security']}>
        <RowCard>
          <Suspense fallback={<RowSkeleton label={texts.security} />}>
            <SecurityRow />
          </Suspense>
        </RowCard>
      </div>
      {!data && <QueryErrorNotice query={profile} />}
      {(data ?? profile.failureReason === null) && (
        <RowCard>
          {data ? <PictureRow profile={data} /> : <RowSkeleton label={picture.title} isTall />}
          {data ? <NameRow profile={data} /> : <RowSkeleton label={texts.name} />}
          <EmailRow />
          <Suspense fallback={<RowSkeleton label={phone.title} />}>
            <PhoneRow />
          </Suspense>
          {data ? <LanguageRow profile={data} /> : <RowSkeleton label={language.label} />}
          {data && (
            <Suspense>
              <OwnFieldRows profile={data} />
            </Suspense>
          )}
        </RowCard>
      )}
    </>
  );
}
