/** Types are the test here: `tsc --noEmit` fails when a line does. */
import type { QueryPath } from './fast-queries.ts';

void ('session.get' satisfies QueryPath);
// @ts-expect-error -- a mutation
void ('session.signOut' satisfies QueryPath);
// @ts-expect-error -- a router
void ('session' satisfies QueryPath);
// @ts-expect-error -- no such procedure
void ('session.nothing' satisfies QueryPath);
