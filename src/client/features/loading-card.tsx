import { PageLoader } from '../ui/page-loader.tsx';
import { CardLayout } from './card-layout.tsx';

/** In place of a card. The header stands where it is on the page itself. */
export function LoadingCard() {
  return (
    <CardLayout>
      <PageLoader />
    </CardLayout>
  );
}
