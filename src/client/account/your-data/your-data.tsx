import { PageHeading } from '../../ui/page-heading.tsx';
import { useTexts } from '../../language/texts.ts';
import { ReturnNotice } from '../return-notice.tsx';
import { Changes } from '../../ui/changes.tsx';
import { DeleteSection } from './delete-section.tsx';
import { ExportSection } from './export-section.tsx';

export function YourDataPage() {
  const texts = useTexts().yourData;
  return (
    <>
      <PageHeading title={texts.title} />
      <ReturnNotice />
      <ExportSection />
      <Changes>
        <DeleteSection />
      </Changes>
    </>
  );
}
