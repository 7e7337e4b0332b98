/** The address of this page, to which Foyer returns. It redirects only to its own origin and to that of its `APP_URL`. */
export function returnUrlOf(foyerUrl: string): string {
  const { origin, pathname, search } = window.location;
  const path = pathname + search;
  return foyerUrl === '' || foyerUrl === origin ? path : origin + path;
}
