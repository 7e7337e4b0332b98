import { expectTypeOf } from 'vitest';
import type { SessionRows } from './collections.ts';

declare const rows: SessionRows;
const update = { $set: { ip: null } };
void rows.updateOne({}, update);
// @ts-expect-error An upsert is an insert.
void rows.updateOne({}, update, { upsert: true });
// @ts-expect-error
void rows.updateMany({}, update, { upsert: true });
// @ts-expect-error
void rows.findOneAndUpdate({}, update, { upsert: true });
expectTypeOf<
  Extract<keyof SessionRows, `insert${string}` | `replace${string}` | `${string}ulk${string}`>
>().toBeNever();
