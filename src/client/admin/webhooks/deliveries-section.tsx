import { useEffect, useEffectEvent, useRef } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { WebhookDelivery, WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { readAgainAfter } from './delivery/delivery-state.tsx';
import { QueryList } from '../query-list.tsx';
import { ColumnsMenu } from '../table/columns-menu.tsx';
import { DataTable } from '../table/data-table.tsx';
import { FilterChip, Toolbar } from '../table/toolbar.tsx';
import { useDeliveryColumns } from './delivery-columns.tsx';
import { ReplayRange } from './replay-range.tsx';

const route = getRouteApi('/admin/webhooks/$id');

/** The schema's own list would load zod. */
const STATES: readonly WebhookDelivery['state'][] = ['waiting', 'delivered', 'failed'];

export function DeliveriesSection({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { deliveries: texts } = useTexts();
  const search = route.useSearch();
  const navigate = useNavigate();
  const { notice, showSuccess, clear } = useNotice();
  // Anybody can write an address, so what the server would refuse is left out.
  const state = STATES.find((each) => each === search.state);
  const { id } = endpoint;
  const isEnabled = endpoint.state === 'enabled';
  const columns = useDeliveryColumns(isEnabled);
  const change = (changes: typeof search) =>
    void navigate({
      to: '/admin/webhooks/$id',
      params: { id },
      search: { ...search, ...changes },
      replace: true,
      resetScroll: false,
    });
  const pages = trpc.webhooks.listDeliveries.useInfiniteQuery(
    { id, ...(state && { state }) },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: ({ state: { data, status } }) =>
        isEnabled &&
        status === 'success' &&
        readAgainAfter(data?.pages.flatMap((page) => page.deliveries) ?? []),
    },
  );
  const deliveries = pages.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const outcomes = deliveries.map((each) => `${each.id} ${each.state} ${each.nextAttemptAt}`).join();
  const shownOutcomes = useRef<string | null>(null);
  const utils = trpc.useUtils();
  const readEndpoint = useEffectEvent(() => void utils.webhooks.list.invalidate());
  // An attempt may also have changed the state of the endpoint.
  useEffect(() => {
    if (!pages.isSuccess) return;
    if (shownOutcomes.current !== null && shownOutcomes.current !== outcomes) readEndpoint();
    shownOutcomes.current = outcomes;
  }, [pages.isSuccess, outcomes]);
  return (
    <Section
      title={texts.title}
      hint={texts.hint}
      action={
        isEnabled && (
          <ReplayRange
            id={id}
            onOpen={clear}
            onReplayed={(count) => showSuccess(({ deliveries: words }) => words.replayed(count))}
          />
        )
      }
    >
      {notice}
      <Toolbar>
        <FilterChip
          label={texts.state}
          everything={texts.everyState}
          value={state}
          choices={STATES.map((each) => ({ value: each, label: texts.states[each] }))}
          onChange={(value) => change({ state: value })}
        />
        <ColumnsMenu columns={columns} hidden={search.hidden} onChange={(hidden) => change({ hidden })} />
      </Toolbar>
      <QueryList query={pages} isEmpty={deliveries.length === 0} none={texts.none}>
        <DataTable
          label={texts.title}
          columns={columns}
          rows={deliveries}
          hidden={search.hidden}
          narrow="all"
        />
      </QueryList>
    </Section>
  );
}
