import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import { useNotice } from '../../ui/notices.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ItemDetails, List, ListItem } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import { isBroken, nameOfEndpoint, shownStateOf } from '../webhooks/endpoint.tsx';

/** The endpoints that fail, are disabled by the server, or have deliveries that were given up. */
export function FailedDeliveries() {
  const { failedJobs: texts } = useTexts();
  const utils = trpc.useUtils();
  const endpoints = trpc.webhooks.list.useQuery();
  const failed = trpc.webhooks.failedDeliveries.useQuery();
  const { notice, showSuccess, clear } = useNotice();
  const replay = useSensitiveMutation({
    perform: (id: string) => utils.client.webhooks.replayFailed.mutate({ id }),
    storeAs: null,
    onSuccess: ({ count }) => {
      void utils.webhooks.invalidate();
      void utils.audit.list.invalidate();
      showSuccess(({ failedJobs }) => failedJobs.replayed(count));
    },
    // Somebody may have disabled or deleted the endpoint.
    onError: () => void utils.webhooks.invalidate(),
  });
  const countOf = ({ id }: WebhookEndpoint) =>
    failed.data?.find(({ endpointId }) => endpointId === id)?.count ?? 0;
  const shown = endpoints.data?.filter((endpoint) => isBroken(endpoint) || countOf(endpoint) > 0) ?? [];
  const isPending = (endpoints.isPending && !endpoints.isError) || (failed.isPending && !failed.isError);
  return (
    <Section title={texts.webhooks} hint={texts.webhooksHint}>
      {notice}
      {replay.failure && <ErrorNotice error={replay.failure} takeFocus />}
      <AdminQueryNotice query={endpoints.isError ? endpoints : failed} />
      {isPending && <Skeleton rows={2} />}
      {endpoints.data && failed.data && shown.length === 0 && <p>{texts.noWebhooks}</p>}
      {shown.length > 0 && (
        <List>
          {shown.map((endpoint) => (
            <ListItem
              key={endpoint.id}
              name={
                <>
                  <TextLink
                    to="/admin/webhooks/$id"
                    params={{ id: endpoint.id }}
                    search={{ state: 'failed' }}
                    preload={false}
                  >
                    <bdi>{nameOfEndpoint(endpoint)}</bdi>
                  </TextLink>
                  {shownStateOf(endpoint) === 'failing' && <Badge tone="warning">{texts.failing}</Badge>}
                  {endpoint.disabledBy !== null && (
                    <Badge tone={isBroken(endpoint) ? 'warning' : 'plain'}>{texts.disabled}</Badge>
                  )}
                </>
              }
              actions={
                endpoint.state === 'enabled' &&
                countOf(endpoint) > 0 && (
                  <Button
                    variant="default"
                    aria-label={`${texts.replayAll}: ${nameOfEndpoint(endpoint)}`}
                    loading={replay.isPending && replay.variables === endpoint.id}
                    onClick={() => {
                      clear();
                      replay.run(endpoint.id);
                    }}
                  >
                    {texts.replayAll}
                  </Button>
                )
              }
            >
              {countOf(endpoint) > 0 && (
                <ItemDetails>{texts.failedDeliveries(countOf(endpoint))}</ItemDetails>
              )}
              {endpoint.disabledBy !== null && (
                <ItemDetails>
                  {texts.disabledBy[endpoint.disabledBy]} {countOf(endpoint) > 0 && texts.enableFirst}
                </ItemDetails>
              )}
            </ListItem>
          ))}
        </List>
      )}
    </Section>
  );
}
