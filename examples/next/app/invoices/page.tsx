import { foyer } from '../../foyer';
import { Invoices } from './invoices';

export default async function Page() {
  return <Invoices session={await foyer.requireSession()} />;
}
