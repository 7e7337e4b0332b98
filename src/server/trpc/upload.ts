import { TRPCError } from '@trpc/server';
import { AppError } from '../app-error.ts';

/** The bytes of a procedure's body. Throws `PICTURE_TOO_LARGE` when the body is larger than the limit that `handler.ts` sets. */
export async function readUpload(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'PAYLOAD_TOO_LARGE')
      throw new AppError('PICTURE_TOO_LARGE', { cause: error });
    throw error;
  }
  return Buffer.concat(chunks);
}
