import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawMark } from './mark.ts';

/** Of `client/ui/site-mark.tsx`. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="9" fill="#1f6a57" />
  <path d="M9.5 25V14a6.5 6.5 0 0 1 13 0v11z" fill="#ffffff" />
  <circle cx="19" cy="18.5" r="1.4" fill="#1f6a57" />
</svg>`;

/** Another test file of this process may have blocked SVG (`picture-encoding.ts`). */
const LOADS_SVG = { operation: ['VipsForeignLoadSvg'] };
beforeAll(() => sharp.unblock(LOADS_SVG));
afterAll(() => sharp.block(LOADS_SVG));

it('looks like the mark of the pages, in the colours of the brand', async () => {
  const drawn = await drawMark({ accent: '#1f6a57', 'on-accent': '#ffffff' });
  const [pixels, expected] = await Promise.all(
    [drawn, Buffer.from(SVG)].map((image) => sharp(image).ensureAlpha().raw().toBuffer()),
  );
  const differences = Array.from(expected ?? [], (channel, index) =>
    Math.abs(channel - (pixels?.[index] ?? 0)),
  );
  // The edges are smoothed differently.
  const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length;
  expect(differences).toHaveLength(96 * 96 * 4);
  expect(mean).toBeLessThan(1.5);
});
