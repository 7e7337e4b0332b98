import { PICTURE_SIZE, PICTURE_TYPES } from '../../../shared/limits.ts';
import { errorOfCode, type ClientError } from '../../errors.ts';
import { squareOf, type Crop } from './crop.ts';

/** What a browser may be asked to decode at all; what is sent is far smaller. */
const FILE_MAX_BYTES = 40 * 1024 * 1024;
/** Twice what is kept, so that the server has something to choose from. */
const SENT_SIZE = 2 * PICTURE_SIZE;
const SENT_QUALITY = 0.92;

/** Decodes a file that a person has chosen, turned as its camera says; or says why it cannot. */
export async function openPicture(file: File): Promise<ImageBitmap | ClientError> {
  if (!PICTURE_TYPES.includes(file.type)) return errorOfCode('PICTURE_UNSUPPORTED');
  if (file.size > FILE_MAX_BYTES) return errorOfCode('PICTURE_TOO_LARGE');
  try {
    return await createImageBitmap(file);
  } catch {
    return errorOfCode('PICTURE_UNREADABLE');
  }
}

/** Draws what the crop shows over the whole of a square canvas, on white. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = squareOf(picture, crop);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/**
 * What is sent: the square alone, without anything else of the file, the place where it was taken first of all; and small, however large the
 * photo is.
 */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
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
