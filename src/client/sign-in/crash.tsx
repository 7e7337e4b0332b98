import { createRoot, type Root } from 'react-dom/client';
import type { Brand } from '../../shared/brand.ts';
import { CardLayout } from '../features/card-layout.tsx';
import { LanguageProvider } from '../language/language-provider.tsx';
import { useTexts, type Spoken } from '../language/texts.ts';
import { BrandContext } from '../ui/brand.ts';
import { Button } from '../ui/button.tsx';
import { ErrorReference } from '../ui/error-notice.tsx';

/** When a page cannot be rendered, the document would stay empty without it. */
export function showCrash(element: HTMLElement, spoken: Spoken, brand: Brand): Root {
  const root = createRoot(element);
  root.render(
    <LanguageProvider first={spoken} keep={() => {}}>
      <BrandContext value={brand}>
        <CrashPage />
      </BrandContext>
    </LanguageProvider>,
  );
  return root;
}

function CrashPage() {
  const { failures: texts, firstErrors } = useTexts();
  const { title, message } = firstErrors.INTERNAL;
  return (
    <CardLayout title={title}>
      <div role="alert">
        <p>{`${message} ${texts.crashHint}`}</p>
        <ErrorReference code="INTERNAL" />
      </div>
      <Button size="md" fullWidth onClick={() => location.reload()}>
        {texts.loadAgain}
      </Button>
    </CardLayout>
  );
}
