import type { ReactNode } from 'react';
import { useTexts } from '../language/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyList } from '../ui/empty-list.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AdminQueryNotice, type AdminQuery } from './admin-query-notice.tsx';

interface QueryListProps {
  readonly query: AdminQuery & {
    readonly isPending: boolean;
    readonly hasNextPage?: boolean;
    readonly isFetchingNextPage?: boolean;
    readonly fetchNextPage?: () => unknown;
  };
  readonly isEmpty: boolean;
  /** What is said when it is empty. */
  readonly none: string;
  /** The list or the table. */
  readonly children: ReactNode;
}

/** A list of the console: loading, refused, empty, or there, with a button for its next page. */
export function QueryList({ query, isEmpty, none, children }: QueryListProps) {
  const { activity: texts } = useTexts();
  return (
    <>
      <AdminQueryNotice query={query} />
      {query.isPending && !query.isError && <Skeleton rows={3} />}
      {query.data !== undefined && isEmpty && (
        <EmptyList>
          <p>{none}</p>
        </EmptyList>
      )}
      {!isEmpty && children}
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
