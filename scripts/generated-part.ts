/** The document with another text between the marks `<!-- name: … -->` and `<!-- name: end -->`. */
export function withPart(document: string, name: string, text: string): string {
  const place = new RegExp(`(<!-- ${name}:[^>]*-->)[\\s\\S]*?(<!-- ${name}: end -->)`);
  if (!place.test(document)) throw new Error(`The document has no place for the ${name}.`);
  return document.replace(place, (_all, start: string, end: string) => `${start}\n\n${text}\n\n${end}`);
}
