/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The visible square: its centre as fractions of width and height, and its zoom. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;

/** In the picture's pixels, always inside the picture. */
export function squareOf(size: Size, { x, y, zoom }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(size.width, size.height) / zoom;
  return {
    left: clamp(x * size.width - side / 2, 0, size.width - side),
    top: clamp(y * size.height - side / 2, 0, size.height - side),
    side,
  };
}

/** `right` and `down` are fractions of the square's side. */
export function moveCrop(size: Size, crop: Crop, right: number, down: number): Crop {
  const { left, top, side } = squareOf(size, crop);
  return clampCrop(size, {
    ...crop,
    x: (left + side * (0.5 + right)) / size.width,
    y: (top + side * (0.5 + down)) / size.height,
  });
}

export function zoomCrop(size: Size, crop: Crop, zoom: number): Crop {
  return clampCrop(size, { ...crop, zoom: clamp(zoom, 1, MAX_ZOOM) });
}

/** Without it, a move over the edge would have to be undone first. */
function clampCrop(size: Size, crop: Crop): Crop {
  const { left, top, side } = squareOf(size, crop);
  return { ...crop, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}

function clamp(value: number, minimum: number, maximum: number): number {
  return Math.min(Math.max(value, minimum), maximum);
}
