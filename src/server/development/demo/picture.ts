import { createHash } from 'node:crypto';

/** Cells per side, with a margin of one cell, and pixels per cell. */
const CELLS = 7;
const CELL_PIXELS = 40;

/** Draws a symmetric pattern in a colour, both from a hash of the login name, as a PNG. */
export async function picture(login: string): Promise<Buffer> {
  // Imported here, so that other processes do not load the library.
  const { default: sharp } = await import('sharp');
  const hash = createHash('sha256').update(login).digest();
  const hue = ((hash[31] ?? 0) / 256) * 360;
  const ink = colour(hue, 0.4);
  const paper = colour(hue, 0.86);
  const pixels = Buffer.alloc(CELLS * CELLS * 3);
  for (let y = 0; y < CELLS; y++) {
    for (let x = 0; x < CELLS; x++) {
      const isInside = x > 0 && y > 0 && x < CELLS - 1 && y < CELLS - 1;
      const mirrored = Math.min(x, CELLS - 1 - x);
      const isInk = isInside && (hash[y * CELLS + mirrored] ?? 0) % 2 === 1;
      pixels.set(isInk ? ink : paper, (y * CELLS + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width: CELLS, height: CELLS, channels: 3 } })
    .resize(CELLS * CELL_PIXELS, CELLS * CELL_PIXELS, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** A hue of 0 to 360 degrees, at 55 % saturation and a lightness from 0 to 1 (CSS Color 4, 7.1). */
function colour(hue: number, lightness: number): [number, number, number] {
  const spread = 0.55 * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
