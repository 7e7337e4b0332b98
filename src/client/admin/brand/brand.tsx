import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Locale } from '../../../shared/locale.ts';
import type { BrandDraft, CheckedBrand, PresentBrand } from '../../../shared/schemas/brand.ts';
import { Section } from '../../ui/section.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useLocale, useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import classes from './brand.module.css';
import { BrandFields } from './brand-fields.tsx';
import { Contrasts } from './contrasts.tsx';
import { draftOf, type FieldFault } from './draft.ts';
import { Previews } from './previews.tsx';
import { WordFields } from './word-fields.tsx';

/** Somebody who types or drags does not wait for each step. */
const PAUSE_MS = 250;

export function BrandPage() {
  const { brandStudio: texts } = useTexts();
  const present = trpc.administration.brand.useQuery(undefined, { staleTime: Infinity });
  return (
    <>
      <PageHeading title={texts.title} />
      <p className={classes['intro']}>{texts.intro}</p>
      <AdminQueryNotice query={present} />
      {present.isPending && !present.isError && <Skeleton rows={6} />}
      {present.data && <Studio present={present.data} />}
    </>
  );
}

function Studio({ present }: { readonly present: PresentBrand }) {
  const { brandStudio: texts } = useTexts();
  const utils = trpc.useUtils();
  const [draft, setDraft] = useState(() => draftOf(present));
  /** Of files that were not read. */
  const [localFaults, setLocalFaults] = useState<readonly FieldFault[]>([]);
  const [chosenLocale, setLocale] = useState<Locale | null>(null);
  const ownLocale = useLocale();
  const locale = chosenLocale ?? ownLocale;
  const form = useRef<HTMLDivElement>(null);
  const { failure, shown: data, check } = useChecked(draft);
  /** The first fault is at its field. A folder with a fault would not start. */
  const focusFault = () => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]');
    wrong?.focus();
    return wrong instanceof HTMLElement;
  };
  const download = useSensitiveMutation({
    perform: async (wanted: BrandDraft) => {
      // The folder leaves faulty parts out, and the last check may be older than the draft.
      const { checked } = data?.draft === wanted ? data : await check(wanted);
      if (checked.faults.length > 0) return null;
      const [folder, { zipBrand }] = await Promise.all([
        utils.client.administration.brandFolder.mutate(wanted),
        import('./zip-brand.ts'),
      ]);
      return zipBrand(folder);
    },
    storeAs: null,
    onSuccess: (zip) => {
      if (zip) downloadFile('brand.zip', zip, 'application/zip');
      else focusFault();
    },
  });
  const faults = [...(data?.checked.faults ?? []), ...localFaults];

  return (
    <div className={classes['studio']}>
      <section aria-label={texts.preview} className={classes['previews']}>
        {data && <Previews draft={data.draft} version={data.version} locale={locale} />}
      </section>
      <div ref={form} className={classes['fields']}>
        {failure && <ErrorNotice error={failure} />}
        <Section title={texts.look}>
          <BrandFields
            draft={draft}
            present={present}
            darkAccent={data?.checked.tokens.dark['accent']}
            faults={faults}
            onChange={setDraft}
            onFileFault={(field, fault) =>
              setLocalFaults((last) => [
                ...last.filter((each) => each.field !== field),
                ...(fault === null ? [] : [fault]),
              ])
            }
          />
          {data && <Contrasts checked={data.checked} />}
        </Section>
        <Section title={texts.words} hint={texts.wordsHint}>
          <WordFields {...{ draft, present, faults, locale }} onLocale={setLocale} onChange={setDraft} />
        </Section>
        <Section title={texts.download} hint={texts.downloadHint}>
          {download.failure && <ErrorNotice error={download.failure} takeFocus />}
          {data && (
            <div className={classes['environment']}>
              <CopyField
                label={texts.environment}
                text={data.checked.environment.join('\n')}
                action={texts.copyEnvironment}
              />
            </div>
          )}
          <div>
            <Button loading={download.isPending} onClick={() => focusFault() || download.run(draft)}>
              {texts.downloadFolder}
            </Button>
          </div>
        </Section>
      </div>
    </div>
  );
}

interface CheckedDraft {
  readonly draft: BrandDraft;
  /** Counts the drafts. */
  readonly version: number;
  readonly checked: CheckedBrand;
}

/** The newest draft that the server has checked. */
function useChecked(draft: BrandDraft) {
  const utils = trpc.useUtils();
  const versions = useRef(0);
  const [shown, setShown] = useState<CheckedDraft | null>(null);
  const check = async (given: BrandDraft) => {
    const version = ++versions.current;
    const checked = await utils.client.administration.checkBrand.mutate(given);
    const answer = { draft: given, version, checked };
    // A later draft may have its answer first. Whoever waits finds the faults at their fields.
    flushSync(() => setShown((last) => (last && last.version > version ? last : answer)));
    return answer;
  };
  const { run, failure } = useSensitiveMutation({ perform: check, storeAs: null });
  const checkChanged = useEffectEvent(run);
  useEffect(() => {
    const timer = setTimeout(() => checkChanged(draft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return { failure, shown, check };
}
