import { expect, it } from 'vitest';
import { MAX_ZOOM, moveCrop, squareOf, WHOLE, zoomCrop } from './crop.ts';

const LANDSCAPE = { width: 400, height: 200 };

it('starts with the largest square in the middle', () => {
  expect(squareOf(LANDSCAPE, WHOLE)).toEqual({ left: 100, top: 0, side: 200 });
  expect(squareOf({ width: 200, height: 400 }, WHOLE)).toEqual({ left: 0, top: 100, side: 200 });
});

it('moves by fractions of the square and stops at the edges', () => {
  expect(squareOf(LANDSCAPE, moveCrop(LANDSCAPE, WHOLE, 0.25, 0))).toEqual({ left: 150, top: 0, side: 200 });
  expect(squareOf(LANDSCAPE, moveCrop(LANDSCAPE, WHOLE, 9, 9))).toEqual({ left: 200, top: 0, side: 200 });
  expect(squareOf(LANDSCAPE, moveCrop(LANDSCAPE, WHOLE, -9, -9))).toEqual({ left: 0, top: 0, side: 200 });
});

it('leaves an edge with the first step', () => {
  const atEdge = moveCrop(LANDSCAPE, WHOLE, 9, 0);
  expect(squareOf(LANDSCAPE, moveCrop(LANDSCAPE, atEdge, -0.5, 0)).left).toBe(100);
});

it('zooms around the centre, within the limits', () => {
  expect(squareOf(LANDSCAPE, zoomCrop(LANDSCAPE, WHOLE, 2))).toEqual({ left: 150, top: 50, side: 100 });
  expect(zoomCrop(LANDSCAPE, WHOLE, 99).zoom).toBe(MAX_ZOOM);
  expect(zoomCrop(LANDSCAPE, WHOLE, 0).zoom).toBe(1);
});

it('stays inside when it is zoomed out at an edge', () => {
  const corner = moveCrop(LANDSCAPE, zoomCrop(LANDSCAPE, WHOLE, 4), 99, 99);
  expect(squareOf(LANDSCAPE, corner)).toEqual({ left: 350, top: 150, side: 50 });
  expect(squareOf(LANDSCAPE, zoomCrop(LANDSCAPE, corner, 1))).toEqual({ left: 200, top: 0, side: 200 });
});
