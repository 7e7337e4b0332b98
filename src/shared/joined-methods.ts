/** Joins the methods of two steps in activity and log: `password + totp`. */
const JOIN = ' + ';

export function joinMethods(methods: readonly string[]): string {
  return methods.join(JOIN);
}

export function splitMethods(method: string): string[] {
  return method.split(JOIN);
}
