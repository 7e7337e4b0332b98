import { useState } from 'react';

interface AvatarProps {
  readonly name: string;
  readonly src: string | null;
}

/** A picture, or initials when it is missing or fails to load. Decorative, because the name is beside it. */
export function Avatar({ name, src }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || src === failed)
    return (
      <span className="foyer-account__avatar" aria-hidden="true">
        {initialsOf(name)}
      </span>
    );
  return (
    <img
      className="foyer-account__avatar"
      src={src}
      alt=""
      width={32}
      height={32}
      onError={() => setFailed(src)}
    />
  );
}

/** The initials of the first and the last word, with the same result in every locale. */
function initialsOf(name: string): string {
  const words = name.split('@', 1).join('').trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('');
}
