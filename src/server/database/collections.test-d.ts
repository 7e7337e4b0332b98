import { expectTypeOf } from 'vitest';
import type { SessionRows } from './collections.ts';

declare const rows: SessionRows;
const update = { $set: { ip: null } };
void rows.updateOne({}, update);
// @ts-expect-error -- an upsert inserts
void rows.updateOne({}, update, { upsert: true });
// @ts-expect-error -- an upsert inserts
void rows.updateMany({}, update, { upsert: true });
// @ts-expect-error -- an upsert inserts
void rows.findOneAndUpdate({}, update, { upsert: true });
expectTypeOf<
  Extract<keyof SessionRows, `insert${string}` | `replace${string}` | `${string}ulk${string}`>
>().toBeNever();
