import type { ReactNode } from 'react';
import { List } from '../account/list.tsx';
import { useTexts } from '../language/texts.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AdminQueryNotice, type AdminQuery } from './admin-query-notice.tsx';

interface QueryListProps<Item> {
  readonly query: AdminQuery & {
    readonly isPending: boolean;
    readonly hasNextPage?: boolean;
    readonly isFetchingNextPage?: boolean;
    readonly fetchNextPage?: () => unknown;
  };
  /** All items that are read. */
  readonly items: readonly Item[];
  /** What is said when there are none. */
  readonly none: string;
  readonly children: (item: Item) => ReactNode;
}

/** A list of the console: loading, refused, empty, or there, with a button for its next page. */
export function QueryList<Item>({ query, items, none, children }: QueryListProps<Item>) {
  const { activity: texts } = useTexts();
  return (
    <>
      <AdminQueryNotice query={query} />
      {query.isPending && !query.isError && <Skeleton rows={3} />}
      {query.data !== undefined && items.length === 0 && <p>{none}</p>}
      {items.length > 0 && <List>{items.map(children)}</List>}
      {query.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={query.isFetchingNextPage ?? false}
            onClick={() => void query.fetchNextPage?.()}
          >
            {texts.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}
