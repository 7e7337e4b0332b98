import { useState, type CSSProperties } from 'react';
import { hueOf, initialsOf } from './person-mark.ts';
import classes from './user-picture.module.css';

interface UserPictureProps {
  /** Decides the colour of the initials. */
  readonly id: string;
  readonly name: string | null;
  readonly image: string | null;
  readonly size: 'tiny' | 'small' | 'large';
}

/** It stands beside the person's name, so it is hidden from screen readers. */
export function UserPicture({ id, name, image, size }: UserPictureProps) {
  const [brokenImage, setBrokenImage] = useState<string | null>(null);
  return (
    <span
      aria-hidden="true"
      data-size={size}
      className={classes['picture']}
      style={{ '--hue': hueOf(id) } as CSSProperties}
    >
      {initialsOf(name ?? '', size === 'tiny' ? 1 : 2)}
      {image !== null && image !== brokenImage && (
        <img src={image} alt="" onError={() => setBrokenImage(image)} />
      )}
    </span>
  );
}
