import { useEffect, useRef, useState } from 'react';
import type { AuditRow, ListAuditInput } from '../../../shared/schemas/audit.ts';
import { useNotice } from '../../ui/notices.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import admin from '../admin.module.css';
import { auditCsv } from './audit-csv.ts';
import classes from './audit-log.module.css';

/** More would fill the memory of the page. */
const ENTRIES_MAX = 10_000;
const PAGE_SIZE = 100;

/** Reads what is filtered, page by page, and makes a file of it. */
export function AuditExport({ filters }: { readonly filters: Partial<ListAuditInput> }) {
  const { auditLog: texts, people } = useTexts();
  const { client } = trpc.useUtils();
  const { notice, clear, showSuccess } = useNotice();
  const [readCount, setReadCount] = useState(0);
  /** Of the running export. */
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const read = async ({ signal }: AbortController) => {
    const entries: AuditRow[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null && entries.length < ENTRIES_MAX && !signal.aborted) {
      const page = await client.audit.list.query({
        ...filters,
        limit: PAGE_SIZE,
        ...(cursor !== undefined && { cursor }),
      });
      entries.push(...page.entries);
      cursor = page.nextCursor;
      setReadCount(entries.length);
    }
    return { entries, isCut: cursor !== null, isStopped: signal.aborted };
  };
  const running = useSensitiveMutation({
    perform: read,
    storeAs: null,
    onSuccess: ({ entries, isCut, isStopped }) => {
      if (isStopped) return;
      downloadFile('audit-log.csv', auditCsv(entries), 'text/csv');
      showSuccess(({ auditLog: words }) =>
        isCut ? words.exportedPart(entries.length) : words.exported(entries.length),
      );
    },
  });
  const start = () => {
    clear();
    setReadCount(0);
    stop.current = new AbortController();
    running.run(stop.current);
  };
  return (
    <>
      <div className={classes['export']}>
        <Button variant="default" loading={running.isPending} onClick={start}>
          {people.exportCsv}
        </Button>
        {running.isPending && (
          <Button variant="subtle" onClick={() => stop.current.abort()}>
            {texts.stop}
          </Button>
        )}
        {/* The element exists before the text, so that a screen reader announces it. */}
        <p role="status" className={admin['muted']}>
          {running.isPending && texts.reading(readCount)}
        </p>
      </div>
      <div className={classes['outcome']}>
        {notice}
        {running.failure && <ErrorNotice error={running.failure} takeFocus />}
      </div>
    </>
  );
}
