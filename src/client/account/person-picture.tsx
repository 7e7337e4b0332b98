import { useState } from 'react';
import classes from './person-picture.module.css';

interface PersonPictureProps {
  readonly name: string | null;
  readonly image: string | null;
  readonly size: 'small' | 'large';
}

/** The person's picture, or their initial. Decoration beside their name, so it has no text of its own. */
export function PersonPicture({ name, image, size }: PersonPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span aria-hidden="true" data-size={size} className={classes['picture']}>
      {[...(name ?? '')][0]?.toUpperCase()}
      {image !== null && image !== broken && <img src={image} alt="" onError={() => setBroken(image)} />}
    </span>
  );
}
