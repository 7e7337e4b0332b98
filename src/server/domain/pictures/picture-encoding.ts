import type { default as Sharp } from 'sharp';
import { PICTURE_MAX_BYTES, PICTURE_SIZE } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import { createBoundedQueue } from '../limits/bounded-queue.ts';

/** The decoded size, 6,000 by 4,000. A file of two megabytes can claim far more. */
export const PICTURE_MAX_PIXELS = 24_000_000;
const PICTURE_DECODING_TIMEOUT_SECONDS = 5;
/** Waiting pictures in one process. Above it, the answer is 503 `UNAVAILABLE`. */
export const PICTURES_WAITING = 20;
const PICTURES_RETRY_AFTER_SECONDS = 2;

/** First bytes of PNG (third edition, 5.2), JPEG (ITU T.81 B.1) and WebP (RFC 9649 2.4). */
const KINDS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
];

/** libvips reads dozens of formats, some of which run programs. All other decoders are switched off. */
const DECODERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];
const QUALITY = 80;

export interface PictureEncoding {
  /**
   * Makes a square WebP of at most `PICTURE_SIZE` pixels a side (180 kB): the middle, turned by EXIF, the
   * first frame, on white, without metadata.
   * Throws `PICTURE_TOO_LARGE`, `PICTURE_UNSUPPORTED`, `PICTURE_UNREADABLE`, `UNAVAILABLE` for a full queue.
   */
  encode(picture: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
}

/** Decodes on Node's thread pool, one picture at a time, which spares the event loop and bounds memory. */
export function createPictureEncoding(): PictureEncoding {
  const turns = createBoundedQueue({
    concurrency: 1,
    waiting: PICTURES_WAITING,
    retryAfter: PICTURES_RETRY_AFTER_SECONDS,
  });
  let library: Promise<typeof Sharp> | undefined;
  return {
    async encode(picture) {
      if (picture.byteLength > PICTURE_MAX_BYTES) throw new AppError('PICTURE_TOO_LARGE');
      const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
      if (!KINDS.some((isOfKind) => isOfKind(bytes))) throw new AppError('PICTURE_UNSUPPORTED');
      // Loaded with the first picture, because most tests and scripts have none.
      const sharp = await (library ??= loadLibrary());
      return turns.take(() => toSquare(sharp, bytes));
    },
  };
}

async function loadLibrary(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  // One thread for each picture, and no cache between pictures.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

async function toSquare(sharp: typeof Sharp, bytes: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  // sharp reads the first page only, by default. `error` refuses truncated data and accepts odd headers.
  const image = sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' });
  try {
    const { width, height } = await image.metadata();
    // The size is in the header, so it is known before decoding.
    if (width * height > PICTURE_MAX_PIXELS) throw new AppError('PICTURE_TOO_LARGE');
    const side = Math.min(width, height, PICTURE_SIZE);
    const square = await image
      .autoOrient()
      .resize(side, side, { fit: 'cover', position: 'centre' })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: PICTURE_DECODING_TIMEOUT_SECONDS })
      // sharp drops all metadata, by default.
      .webp({ quality: QUALITY })
      .toBuffer();
    return new Uint8Array(square);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const tooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw new AppError(tooLarge ? 'PICTURE_TOO_LARGE' : 'PICTURE_UNREADABLE', { cause: error });
  }
}
