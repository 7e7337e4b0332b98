import { getRouteApi } from '@tanstack/react-router';
import type { DeliveryDetails } from '../../../../shared/schemas/webhooks.ts';
import { useNotice } from '../../../ui/notices.tsx';
import { List } from '../../../ui/list.tsx';
import { Section } from '../../../ui/section.tsx';
import { useSensitiveMutation } from '../../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../../language/texts.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { BackIcon } from '../../../ui/icons.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../../admin-query-notice.tsx';
import classes from '../../admin.module.css';
import { Fact } from '../../fact.tsx';
import { AttemptItem } from './attempt-item.tsx';
import { CodeBlock } from './code-block.tsx';
import { DeliveryBadge, NextAttempt, readAgainAfter } from './delivery-state.tsx';

const route = getRouteApi('/admin/webhooks/$id/$event');

export function DeliveryPage() {
  const { id: endpoint, event } = route.useParams();
  const { deliveries: texts, webhooks } = useTexts();
  const endpoints = trpc.webhooks.list.useQuery();
  const isDisabled = endpoints.data?.find(({ id }) => id === endpoint)?.state === 'disabled';
  const details = trpc.webhooks.getDelivery.useQuery(
    { id: `${endpoint}:${event}` },
    {
      refetchInterval: ({ state: { data, status } }) =>
        !isDisabled && status === 'success' && data !== undefined && readAgainAfter([data.delivery]),
    },
  );
  const delivery = details.data?.delivery;
  const title = delivery ? webhooks.types[delivery.type] : texts.delivery;
  return (
    <>
      <div className={classes['back']}>
        <ButtonLink
          to="/admin/webhooks/$id"
          params={{ id: endpoint }}
          activeOptions={{ exact: true }}
          variant="subtle"
          size="compact-sm"
          leftSection={<BackIcon size={16} />}
        >
          {texts.back}
        </ButtonLink>
      </div>
      {/* A new heading for the loaded page would take the focus again. */}
      <PageHeading title={title}>
        <span className={classes['heading']}>
          {title}
          {delivery && <DeliveryBadge state={delivery.state} />}
        </span>
      </PageHeading>
      <AdminQueryNotice query={details} />
      {details.isPending && !details.isError && <Skeleton rows={4} />}
      {details.data && <Details details={details.data} isDisabled={isDisabled} />}
    </>
  );
}

interface DetailsProps {
  readonly details: DeliveryDetails;
  readonly isDisabled: boolean;
}

function Details({ details: { delivery, body, attempts }, isDisabled }: DetailsProps) {
  const { deliveries: texts, webhooks } = useTexts();
  const utils = trpc.useUtils();
  const { notice, clear, showSuccess } = useNotice();
  const { id, eventId, type, subject, createdAt, nextAttemptAt } = delivery;
  const replay = useSensitiveMutation({
    perform: (input: { id: string }) => utils.client.webhooks.replayDelivery.mutate(input),
    storeAs: null,
    onSuccess: (replayed) => {
      utils.webhooks.getDelivery.setData({ id }, (known) => known && { ...known, delivery: replayed });
      void utils.webhooks.invalidate();
      void utils.audit.list.invalidate();
      showSuccess(({ deliveries }) => deliveries.sentAgain);
    },
  });
  return (
    <>
      <Section
        title={texts.event}
        {...(isDisabled && { hint: webhooks.disabledTitle })}
        action={
          !isDisabled && (
            <Button
              variant="default"
              loading={replay.isPending}
              onClick={() => {
                clear();
                replay.run({ id });
              }}
            >
              {texts.sendAgain}
            </Button>
          )
        }
      >
        {notice}
        {replay.failure && <ErrorNotice error={replay.failure} takeFocus />}
        <dl className={classes['facts']}>
          <Fact name={texts.type}>
            <code>{type}</code>
          </Fact>
          <Fact name={webhooks.id}>
            <code>{eventId}</code>
          </Fact>
          {subject !== null && (
            <Fact name={texts.person}>
              <TextLink to="/admin/people/$id" params={{ id: subject }} preload={false}>
                <code>{subject}</code>
              </TextLink>
            </Fact>
          )}
          <Fact name={texts.created}>
            <RelativeTime at={createdAt} />
          </Fact>
          {nextAttemptAt !== null && !isDisabled && (
            <Fact name={texts.next}>
              <NextAttempt at={nextAttemptAt} />
            </Fact>
          )}
        </dl>
      </Section>
      <Section title={texts.body} hint={texts.bodyHint}>
        <CodeBlock label={texts.body} text={body} />
      </Section>
      <Section title={texts.attemptsTitle} hint={texts.attemptsHint}>
        {attempts.length === 0 ? (
          <p>{texts.noAttempt}</p>
        ) : (
          <List>
            {attempts.toReversed().map((attempt) => (
              <AttemptItem key={attempt.at} attempt={attempt} />
            ))}
          </List>
        )}
      </Section>
    </>
  );
}
