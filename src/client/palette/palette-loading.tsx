import { useTexts } from '../language/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Until the palette is there, what somebody types does nothing on the page. */
export function PaletteLoading({ onClose }: { readonly onClose: () => void }) {
  const { loading } = useTexts().common;
  return (
    <Dialog opened title={loading} onClose={onClose}>
      <Skeleton rows={6} />
    </Dialog>
  );
}
