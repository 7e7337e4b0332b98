import { useEffect, useRef } from 'react';
import { encode } from 'uqr';
import classes from './set-up.module.css';

/** The quiet zone that scanners need (ISO/IEC 18004), in modules. */
const BORDER = 4;

interface QrCodeProps {
  readonly text: string;
  /** For a screen reader. */
  readonly label: string;
}

/** Drawn here, so that nobody else learns the text. Scanners need black on white in the dark scheme, too. */
export function QrCode({ text, label }: QrCodeProps) {
  const code = useRef<SVGSVGElement>(null);
  // It is drawn after the heading took the focus, so it may end below the window.
  useEffect(() => {
    // Not returned: in new browsers this is a promise, and React would call it as a clean-up.
    code.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg ref={code} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes['qr']}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
