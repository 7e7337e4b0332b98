import { PICTURE_SIZE, PICTURE_TYPES } from '../../../shared/limits.ts';
import { errorOfCode, type PageError } from '../../errors.ts';
import { squareOf, type Crop } from './crop.ts';

/** The largest file to decode in the browser. The upload is far smaller. */
const FILE_MAX_BYTES = 40 * 1024 * 1024;
/** Twice the stored size, so that the server scales down. */
const SENT_SIZE = 2 * PICTURE_SIZE;
const SENT_QUALITY = 0.92;

/** Applies the camera's orientation. */
export async function openPicture(file: File): Promise<ImageBitmap | PageError> {
  if (!PICTURE_TYPES.includes(file.type)) return errorOfCode('PICTURE_UNSUPPORTED');
  if (file.size > FILE_MAX_BYTES) return errorOfCode('PICTURE_TOO_LARGE');
  try {
    return await createImageBitmap(file);
  } catch {
    return errorOfCode('PICTURE_UNREADABLE');
  }
}

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = squareOf(picture, crop);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** Small for any photo, and without the metadata of the file, such as the place. */
export async function encodeCrop(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(Math.max(1, Math.round(squareOf(picture, crop).side)), SENT_SIZE);
  canvas.height = canvas.width;
  drawCrop(canvas, picture, crop);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))),
      'image/jpeg',
      SENT_QUALITY,
    );
  });
}
