/** Seconds since 1970, as tokens have them (`NumericDate`, RFC 7519, 2). */
export function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
