import { deflateSync, crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Valid pictures of people and providers, and invalid ones. */

export type Bytes = Uint8Array<ArrayBuffer>;

/** A picture whose left half is red and whose right half is blue. */
export function redAndBlue(width: number, height: number): Sharp {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#0000ff' };
  const blue = { input: { create: half }, left: Math.floor(width / 2), top: 0 };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([blue]);
}

export async function bytesOf(image: Sharp): Promise<Bytes> {
  return new Uint8Array(await image.toBuffer());
}

export function blobOf(bytes: Bytes): Blob {
  return new Blob([bytes]);
}

export const aPng = () => bytesOf(redAndBlue(300, 200).png());

/** A photo of a phone with rotation, place and owner in its metadata. */
export function photoWithMetadata(owner: string): Promise<Bytes> {
  return bytesOf(
    redAndBlue(400, 300)
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Copyright: owner },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
      })
      .jpeg(),
  );
}

/** A grey picture of a few kilobytes whose width and height need a lot of memory. */
export function hugePng(width: number, height: number): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Grey, with one bit for each pixel.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows, { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The colour of a picture at a point. */
export async function colourAt(picture: Uint8Array, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels);
  if (green > 60) return 'other';
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other';
}
