import { Avatar } from '@mantine/core';

interface PersonPictureProps {
  readonly name: string | null;
  readonly image: string | null;
  readonly size: 'sm' | 'xl';
}

/** The person's picture, or their initial. Decoration beside their name, so it has no text of its own. */
export function PersonPicture({ name, image, size }: PersonPictureProps) {
  return (
    <Avatar
      src={image}
      alt=""
      size={size}
      color="spruce"
      // The host of the picture need not learn who looked at which account.
      imageProps={{ referrerPolicy: 'no-referrer' }}
    >
      <span aria-hidden="true">{[...(name ?? '')][0]?.toUpperCase()}</span>
    </Avatar>
  );
}
