import type { PageTexts } from '../../locales/texts.ts';
import { useNotice } from '../account/notices.tsx';
import { Notice } from '../ui/notice.tsx';

export function useSuccessNotice() {
  const { notice, show, clear } = useNotice();
  return {
    notice,
    clear,
    showSuccess: (textOf: (texts: PageTexts) => string) =>
      show((texts) => (
        <Notice tone="success" takeFocus>
          <p>{textOf(texts)}</p>
        </Notice>
      )),
  };
}
