import { useState } from 'react';
import classes from './user-picture.module.css';

interface UserPictureProps {
  readonly name: string | null;
  readonly image: string | null;
  readonly size: 'tiny' | 'small' | 'large';
}

/** It stands beside the person's name, so it is hidden from screen readers. */
export function UserPicture({ name, image, size }: UserPictureProps) {
  const [brokenImage, setBrokenImage] = useState<string | null>(null);
  return (
    <span aria-hidden="true" data-size={size} className={classes['picture']}>
      {[...(name ?? '')][0]?.toUpperCase()}
      {image !== null && image !== brokenImage && (
        <img src={image} alt="" onError={() => setBrokenImage(image)} />
      )}
    </span>
  );
}
