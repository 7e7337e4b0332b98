import type { Dependencies } from '../../dependencies.ts';
import type { Overview } from '../../../shared/schemas/administration.ts';

/** The counts of the overview. */
export function readOverview(_deps: Dependencies): Promise<Overview> {
  throw new Error('to be built');
}
