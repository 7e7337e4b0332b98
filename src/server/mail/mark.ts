import { channelsOf } from '../brand/colour.ts';
import type { Tokens } from '../brand/tokens.ts';

/** Units of the drawing, which are pixels on the pages. */
const UNITS = 32;
/** Three pixels for each unit, for sharp screens. */
const PIXELS = 96;
/** Samples of each pixel in one direction, for smooth edges. */
const SAMPLES = 4;

/** As PNG, because mail programs show no SVG. `domain/pictures` blocks the SVG loader of sharp. */
export async function drawMark(colours: Pick<Tokens, 'accent' | 'on-accent'>): Promise<Buffer> {
  const wall = channelsOf(colours.accent);
  const door = channelsOf(colours['on-accent']);
  const pixels = Buffer.alloc(PIXELS * PIXELS * 4);
  for (let index = 0; index < PIXELS * PIXELS; index += 1) {
    const { covered, inDoor } = sample(index % PIXELS, Math.floor(index / PIXELS));
    if (covered === 0) continue;
    const channels = wall.map((channel, at) => Math.round(channel + ((door[at] ?? 0) - channel) * inDoor));
    pixels.set([...channels, Math.round(255 * covered)], index * 4);
  }
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width: PIXELS, height: PIXELS, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The share of a pixel in the mark, and the share of that in the door. */
function sample(column: number, row: number): { covered: number; inDoor: number } {
  let covered = 0;
  let inDoor = 0;
  for (let index = 0; index < SAMPLES * SAMPLES; index += 1) {
    const x = ((column + ((index % SAMPLES) + 0.5) / SAMPLES) * UNITS) / PIXELS;
    const y = ((row + (Math.floor(index / SAMPLES) + 0.5) / SAMPLES) * UNITS) / PIXELS;
    if (!isInMark(x, y)) continue;
    covered += 1;
    if (isInDoor(x, y)) inDoor += 1;
  }
  return { covered: covered / SAMPLES ** 2, inDoor: covered === 0 ? 0 : inDoor / covered };
}

function isInMark(x: number, y: number): boolean {
  const radius = 9;
  const beyond = (at: number) => Math.max(radius - at, at - (UNITS - radius), 0);
  return Math.hypot(beyond(x), beyond(y)) <= radius;
}

function isInDoor(x: number, y: number): boolean {
  const isInFrame = y <= 14 ? Math.hypot(x - 16, y - 14) <= 6.5 : y <= 25 && Math.abs(x - 16) <= 6.5;
  return isInFrame && Math.hypot(x - 19, y - 18.5) > 1.4;
}
