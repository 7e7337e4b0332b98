import { expect, it } from 'vitest';
import { MAX_ZOOM, moved, squareOf, WHOLE, zoomed } from './crop.ts';

const LANDSCAPE = { width: 400, height: 200 };

it('begins with the largest square in the middle', () => {
  expect(squareOf(LANDSCAPE, WHOLE)).toEqual({ left: 100, top: 0, side: 200 });
  expect(squareOf({ width: 200, height: 400 }, WHOLE)).toEqual({ left: 0, top: 100, side: 200 });
});

it('moves by parts of what is shown, and not beyond the edges', () => {
  expect(squareOf(LANDSCAPE, moved(LANDSCAPE, WHOLE, 0.25, 0))).toEqual({ left: 150, top: 0, side: 200 });
  expect(squareOf(LANDSCAPE, moved(LANDSCAPE, WHOLE, 9, 9))).toEqual({ left: 200, top: 0, side: 200 });
  expect(squareOf(LANDSCAPE, moved(LANDSCAPE, WHOLE, -9, -9))).toEqual({ left: 0, top: 0, side: 200 });
});

it('comes back from an edge at the first step', () => {
  const atEdge = moved(LANDSCAPE, WHOLE, 9, 0);
  expect(squareOf(LANDSCAPE, moved(LANDSCAPE, atEdge, -0.5, 0)).left).toBe(100);
});

it('zooms around the middle of what is shown, within bounds', () => {
  expect(squareOf(LANDSCAPE, zoomed(LANDSCAPE, WHOLE, 2))).toEqual({ left: 150, top: 50, side: 100 });
  expect(zoomed(LANDSCAPE, WHOLE, 99).zoom).toBe(MAX_ZOOM);
  expect(zoomed(LANDSCAPE, WHOLE, 0).zoom).toBe(1);
});

it('stays inside when it is zoomed out at an edge', () => {
  const corner = moved(LANDSCAPE, zoomed(LANDSCAPE, WHOLE, 4), 99, 99);
  expect(squareOf(LANDSCAPE, corner)).toEqual({ left: 350, top: 150, side: 50 });
  expect(squareOf(LANDSCAPE, zoomed(LANDSCAPE, corner, 1))).toEqual({ left: 200, top: 0, side: 200 });
});
