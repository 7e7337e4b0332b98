import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { EmptyList } from '../../ui/empty-list.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import classes from '../admin.module.css';
import { EndpointBadge, isBroken, isSetByEnvironment, nameOfEndpoint, shownStateOf } from './endpoint.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { EndpointSection } from './endpoint-section.tsx';
import { SecretsSection } from './secrets-section.tsx';
import { TestSection } from './test-section.tsx';

const route = getRouteApi('/admin/webhooks/$id');

export function EndpointPage() {
  const { id } = route.useParams();
  const { webhooks: texts } = useTexts();
  const [deletedName, setDeletedName] = useState<string | null>(null);
  const endpoints = trpc.webhooks.list.useQuery(undefined, { enabled: deletedName === null });
  const endpoint = endpoints.data?.find((each) => each.id === id);
  if (deletedName !== null) {
    return (
      <Frame title={deletedName}>
        <Notice tone="success" takeFocus>
          <p>{texts.removed}</p>
        </Notice>
      </Frame>
    );
  }
  if (!endpoint) {
    return (
      <Frame title={texts.endpoint}>
        <AdminQueryNotice query={endpoints} />
        {endpoints.isPending && !endpoints.isError && <Skeleton rows={4} />}
        {endpoints.data && (
          <EmptyList of="not-found">
            <p>{texts.notFound}</p>
          </EmptyList>
        )}
      </Frame>
    );
  }
  const name = nameOfEndpoint(endpoint);
  return (
    <Frame
      title={name}
      heading={
        <span className={classes['heading']}>
          <bdi>{name}</bdi>
          <EndpointBadge endpoint={endpoint} />
        </span>
      }
    >
      <AdminQueryNotice query={endpoints} />
      <StateNotice endpoint={endpoint} />
      <EndpointSection endpoint={endpoint} />
      {!isSetByEnvironment(endpoint) && <SecretsSection endpoint={endpoint} />}
      {endpoint.state === 'enabled' && <TestSection id={id} />}
      <DeliveriesSection endpoint={endpoint} />
      {!isSetByEnvironment(endpoint) && <DeleteSection id={id} onDeleted={() => setDeletedName(name)} />}
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ title, heading, children }: FrameProps) {
  const { webhooks: texts } = useTexts();
  return (
    <>
      <div className={classes['back']}>
        <ButtonLink
          to="/admin/webhooks"
          activeOptions={{ exact: true }}
          variant="subtle"
          size="compact-sm"
          leftSection={<BackIcon size={16} />}
        >
          {texts.back}
        </ButtonLink>
      </div>
      <PageHeading title={title}>{heading}</PageHeading>
      {children}
    </>
  );
}

function StateNotice({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { webhooks: texts } = useTexts();
  const { disabledBy, failingSince } = endpoint;
  const tone = isBroken(endpoint) ? 'problem' : 'calm';
  if (disabledBy !== null) {
    return (
      <Notice tone={tone} title={texts.disabledTitle}>
        <p>
          {texts.disabledBy[disabledBy]} {texts.disabledMeaning}
        </p>
      </Notice>
    );
  }
  if (shownStateOf(endpoint) !== 'failing' || failingSince === null) return null;
  return (
    <Notice tone={tone} title={texts.failingTitle}>
      <p>
        {texts.failingSince} <RelativeTime at={failingSince} />. {texts.failingMeaning}
      </p>
    </Notice>
  );
}
