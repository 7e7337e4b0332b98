import sharp from 'sharp';
import { expect, it } from 'vitest';
import { PICTURE_MAX_BYTES } from '../../../shared/limits.ts';
import { outcomeOf } from '../../../testing/app/app-code.ts';
import {
  aPng,
  bytesOf,
  colourAt,
  hugePng,
  photoWithMetadata,
  redAndBlue,
  type Bytes,
} from '../../../testing/users/pictures.ts';
import type { AppError } from '../../app-error.ts';
import { PICTURE_MAX_PIXELS, PICTURES_WAITING, createPictureEncoding } from './picture-encoding.ts';

const { encode } = createPictureEncoding();
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

const refusalOf = (picture: Uint8Array) => outcomeOf(encode(picture));

it.each(['png', 'jpeg', 'webp'] as const)('makes a square WebP from the middle of a %s', async (kind) => {
  const square = await encode(await bytesOf(redAndBlue(1600, 800)[kind]()));
  const { format, width, height } = await sharp(square).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: 512, height: 512 });
  expect([await colourAt(square, 20, 256), await colourAt(square, 490, 256)]).toEqual(['red', 'blue']);
});

it('does not enlarge a picture', async () => {
  const { width, height } = await sharp(await encode(await aPng())).metadata();
  expect([width, height]).toEqual([200, 200]);
});

it('removes place, time and author, and applies the camera’s rotation', async () => {
  const photo = await photoWithMetadata('Ada Lovelace');
  const before = await sharp(photo).metadata();
  expect([before.orientation, Buffer.from(photo).includes('Ada Lovelace')]).toEqual([6, true]);
  const square = await encode(photo);
  const { exif, icc, xmp, iptc, orientation } = await sharp(square).metadata();
  expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
  expect(Buffer.from(square).includes('Ada Lovelace')).toBe(false);
  expect([await colourAt(square, 150, 20), await colourAt(square, 150, 280)]).toEqual(['red', 'blue']);
});

it('uses the first frame of an animation', async () => {
  const frame = await redAndBlue(100, 100).png().toBuffer();
  const frames = [frame, await sharp(frame).rotate(180).png().toBuffer()];
  const moving = await bytesOf(sharp(frames, { join: { animated: true } }).webp());
  expect((await sharp(moving).metadata()).pages).toBe(2);
  const square = await encode(moving);
  expect((await sharp(square).metadata()).pages).toBeUndefined();
  expect(await colourAt(square, 10, 50)).toBe('red');
});

it('makes transparent parts white', async () => {
  const background = { r: 255, g: 0, b: 0, alpha: 0 };
  const clear = await bytesOf(sharp({ create: { width: 9, height: 9, channels: 4, background } }).png());
  const { data, info } = await sharp(await encode(clear))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.channels, ...data.subarray(0, 3)]).toEqual([3, 255, 255, 255]);
});

it('refuses a file that is one byte too large, and a small one with hundreds of megabytes of pixels', async () => {
  expect(await refusalOf(new Uint8Array(PICTURE_MAX_BYTES + 1))).toBe('PICTURE_TOO_LARGE');
  const bomb = hugePng(20_000, 20_000);
  expect(bomb.byteLength).toBeLessThan(100_000);
  expect(await refusalOf(bomb)).toBe('PICTURE_TOO_LARGE');
  expect(await refusalOf(hugePng(PICTURE_MAX_PIXELS + 1, 1))).toBe('PICTURE_TOO_LARGE');
  expect(await refusalOf(hugePng(1, PICTURE_MAX_PIXELS + 1))).toBe('PICTURE_TOO_LARGE');
});

it.each<[string, () => Promise<Bytes> | Bytes]>([
  ['nothing', () => new Uint8Array()],
  ['an SVG', () => new TextEncoder().encode(SVG)],
  ['a page', () => new TextEncoder().encode('<!doctype html><script>alert(1)</script>')],
  ['a GIF', () => bytesOf(redAndBlue(9, 9).gif())],
  ['a TIFF', () => bytesOf(redAndBlue(9, 9).tiff())],
  ['an AVIF', () => bytesOf(redAndBlue(9, 9).avif())],
])('refuses %s by its content', async (_what, make) => {
  expect(await refusalOf(await make())).toBe('PICTURE_UNSUPPORTED');
});

it.each<[string, () => Promise<Bytes>]>([
  ['a PNG', aPng],
  ['a JPEG', () => bytesOf(redAndBlue(300, 200).jpeg())],
  ['a WebP', () => bytesOf(redAndBlue(300, 200).webp({ lossless: true }))],
])('refuses the first half of %s', async (_what, make) => {
  const whole = await make();
  expect(await refusalOf(whole.slice(0, whole.length / 2))).toBe('PICTURE_UNREADABLE');
});

it('refuses an SVG that starts with the first bytes of an accepted format', async () => {
  for (const start of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'RIFF\x00\x00\x00\x00WEBP'])
    expect(await refusalOf(new Uint8Array(Buffer.from(start + SVG, 'latin1')))).toBe('PICTURE_UNREADABLE');
});

it('lets a bounded number wait, and works after that', async () => {
  const png = await aPng();
  const many = await Promise.allSettled(Array.from({ length: PICTURES_WAITING + 10 }, () => encode(png)));
  const refused = many.filter((each) => each.status === 'rejected').map(({ reason }) => reason as AppError);
  // One is encoded, and the others wait.
  expect(many.length - refused.length).toBe(PICTURES_WAITING + 1);
  expect(new Set(refused.map(({ code, retryAfter }) => `${code} ${retryAfter}`))).toEqual(
    new Set(['UNAVAILABLE 2']),
  );
  await expect(encode(png)).resolves.toBeInstanceOf(Uint8Array);
});
