/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- the rules do not count `application` as a control, but it is the role of an element that handles its own keys (WAI-ARIA 1.2, 5.4) */
import { useEffect, useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTexts } from '../../language/texts.ts';
import { MAX_ZOOM, moveCrop, squareOf, zoomCrop, type Crop } from './crop.ts';
import { drawCrop } from './picture-file.ts';
import classes from './picture.module.css';

/** Twice its size on the page, for high-density screens. */
const CANVAS_SIZE = 576;
/** As a fraction of the visible square. */
const STEP = 0.05;
const ZOOM_STEP = 0.25;

const MOVES: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const ZOOMS: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP };

interface CropViewProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onChange: (crop: Crop) => void;
}

/** Dragging and the arrow keys move the part. The slider, the wheel, + and - zoom. */
export function CropView({ picture, crop, onChange }: CropViewProps) {
  const texts = useTexts().crop;
  const canvas = useRef<HTMLCanvasElement>(null);
  const hintId = useId();
  const zoomId = useId();
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { clientWidth, clientHeight } = event.currentTarget;
    // The picture follows the finger, so the square moves the other way.
    onChange(moveCrop(picture, crop, -event.movementX / clientWidth, -event.movementY / clientHeight));
  };
  const press = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    const zoom = ZOOMS[event.key];
    if (!move && zoom === undefined) return;
    event.preventDefault();
    onChange(move ? moveCrop(picture, crop, ...move) : zoomCrop(picture, crop, crop.zoom + (zoom ?? 0)));
  };
  const { left, top, side } = squareOf(picture, crop);
  const percent = (part: number, whole: number) => Math.round((part / whole) * 100);

  return (
    <div className={classes['crop']}>
      {/* With `application`, a screen reader passes the arrow keys on. */}
      <div
        role="application"
        aria-label={texts.part}
        aria-describedby={hintId}
        tabIndex={0}
        className={classes['frame']}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onWheel={(event) => onChange(zoomCrop(picture, crop, crop.zoom - Math.sign(event.deltaY) * 0.1))}
      >
        <canvas ref={canvas} width={CANVAS_SIZE} height={CANVAS_SIZE} aria-hidden="true" />
      </div>
      <p id={hintId} className={classes['hint']}>
        {texts.partHint}
      </p>
      <label htmlFor={zoomId} className={classes['zoom']}>
        {texts.zoom}
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          aria-valuetext={texts.zoomValue(Math.round(crop.zoom * 100))}
          onChange={(event) => onChange(zoomCrop(picture, crop, Number(event.currentTarget.value)))}
        />
      </label>
      <p role="status" className={classes['spoken']}>
        {texts.shows(
          percent(left, picture.width),
          percent(left + side, picture.width),
          percent(top, picture.height),
          percent(top + side, picture.height),
        )}
      </p>
    </div>
  );
}
