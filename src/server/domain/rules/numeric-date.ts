/** Seconds since 1970 (`NumericDate`, RFC 7519, 2). */
export function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
