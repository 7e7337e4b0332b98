import { Button } from '../../ui/button.tsx';
import type { DataExport } from '../../../shared/schemas/data.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Changes } from '../../ui/changes.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './your-data.module.css';

export function ExportSection() {
  const texts = useTexts().yourData;
  const utils = trpc.useUtils();
  const { notice, show, clear } = useNotice();
  const collect = useSensitiveMutation<Readonly<Record<string, never>>, string>({
    perform: async () => {
      const data = await utils.client.data.export.mutate();
      const name = fileNameOf(data);
      downloadFile(name, `${JSON.stringify(data, null, 2)}\n`, 'application/json');
      return name;
    },
    storeAs: 'export-data',
    // The export itself is an event of the activity.
    onSuccess: (name) => {
      show(({ yourData }) => (
        <Notice tone="success">
          <p>{yourData.downloaded(name)}</p>
        </Notice>
      ));
      void utils.activity.invalidate();
    },
  });
  const wait = useRetryWait(collect.failure);
  return (
    <Section title={texts.exportTitle} hint={texts.exportHint}>
      <p className={classes['text']}>{texts.exportWhat}</p>
      {collect.failure && <ErrorNotice error={collect.failure} takeFocus />}
      <Changes>
        <div className={classes['action']}>
          <Button
            variant="default"
            loading={collect.isPending}
            disabled={wait > 0}
            onClick={() => {
              clear();
              collect.run({});
            }}
          >
            {texts.download}
          </Button>
          <p role="status" className={classes['progress']}>
            {collect.isPending && texts.collecting}
          </p>
        </div>
      </Changes>
      {notice}
    </Section>
  );
}

/** `foyer-data-2026-11-20.json`, by the day of the export in UTC. */
function fileNameOf({ exportedAt }: DataExport): string {
  return `foyer-data-${exportedAt.slice(0, 10)}.json`;
}
