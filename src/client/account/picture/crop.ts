/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Which square of a picture is shown: where its middle is, in parts of the picture's width and height, and how far it is zoomed in. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;

/** The square in the picture's own pixels; it never leaves the picture. */
export function squareOf(size: Size, { x, y, zoom }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(size.width, size.height) / zoom;
  return {
    left: clamp(x * size.width - side / 2, 0, size.width - side),
    top: clamp(y * size.height - side / 2, 0, size.height - side),
    side,
  };
}

/** Moves the square over the picture, by parts of its side. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const { left, top, side } = squareOf(size, crop);
  return settled(size, {
    ...crop,
    x: (left + side * (0.5 + right)) / size.width,
    y: (top + side * (0.5 + down)) / size.height,
  });
}

/** Zooms around the middle of what is shown. */
export function zoomed(size: Size, crop: Crop, zoom: number): Crop {
  return settled(size, { ...crop, zoom: clamp(zoom, 1, MAX_ZOOM) });
}

/** Where the square really is: else one would have to come all the way back from beyond the edge. */
function settled(size: Size, crop: Crop): Crop {
  const { left, top, side } = squareOf(size, crop);
  return { ...crop, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
