import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '../../../shared/schemas/users.ts';
import { toPageError } from '../../errors.ts';
import { UserPicture } from '../../ui/user-picture.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { EmptyList } from '../../ui/empty-list.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import classes from '../admin.module.css';
import { StateBadge } from '../user-labels.tsx';
import { FieldsSection } from './fields-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { RolesSection } from './roles-section.tsx';
import { UserActions } from './user-actions.tsx';
import { UserTabs } from './user-tabs.tsx';
import own from './user.module.css';

const route = getRouteApi('/admin/people/$id');

export function UserPage() {
  const { id } = route.useParams();
  const { people, person: texts } = useTexts();
  const [deletedName, setDeletedName] = useState<string | null>(null);
  const user = trpc.users.get.useQuery({ id }, { enabled: deletedName === null });
  const back = (
    <div className={classes['back']}>
      <ButtonLink
        to="/admin/people"
        activeOptions={{ exact: true }}
        variant="subtle"
        size="compact-sm"
        leftSection={<BackIcon size={16} />}
      >
        {texts.back}
      </ButtonLink>
    </div>
  );
  if (deletedName !== null) {
    return (
      <>
        {back}
        <PageHeading title={deletedName} />
        <Notice tone="success" takeFocus>
          <p>{texts.removed(deletedName)}</p>
        </Notice>
      </>
    );
  }
  if (user.isError && toPageError(user.error).code === 'NOT_FOUND') {
    return (
      <>
        <PageHeading title={people.person} />
        <EmptyList of="not-found">
          <p>{texts.notFound}</p>
          <ButtonLink to="/admin/people">{texts.back}</ButtonLink>
        </EmptyList>
      </>
    );
  }
  if (!user.data) {
    return (
      <>
        {back}
        <PageHeading title={people.person} />
        <AdminQueryNotice query={user} />
        {!user.isError && <Skeleton rows={4} />}
      </>
    );
  }
  const name = user.data.name ?? user.data.email ?? people.noName;
  return (
    <>
      {back}
      <div className={own['top']}>
        <UserPicture id={id} name={name} image={user.data.image} size="large" />
        <div className={own['who']}>
          <PageHeading title={name}>
            <span className={classes['heading']}>
              <bdi>{name}</bdi>
              <StateBadge state={user.data.state} />
            </span>
          </PageHeading>
          <p className={classes['muted']}>
            <bdi>{user.data.name === null ? people.noName : (user.data.email ?? people.noAddress)}</bdi>
          </p>
        </div>
        <UserActions user={user.data} name={name} onDeleted={() => setDeletedName(name)} />
      </div>
      <AdminQueryNotice query={user} />
      <SuspensionNotice user={user.data} />
      <div className={own['columns']}>
        <div className={own['facts']}>
          <ProfileSection user={user.data} />
          <RolesSection user={user.data} />
          <FieldsSection user={user.data} />
        </div>
        <UserTabs user={user.data} />
      </div>
    </>
  );
}

function SuspensionNotice({ user: { suspension } }: { readonly user: User }) {
  const { person: texts } = useTexts();
  const formatDay = useFormatDay();
  if (!suspension) return null;
  return (
    <Notice tone="problem" title={texts.suspendedTitle}>
      <p>
        <bdi>{suspension.reason}</bdi>
      </p>
      <p>
        {texts.suspendedSince(formatDay(suspension.at))}
        {suspension.until !== null && ` · ${texts.suspendedUntil(formatDay(suspension.until))}`}
      </p>
    </Notice>
  );
}
