/** A moment as a `datetime-local` field has it: local time, without an offset, to the minute. */
export function localTextOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** `null` while the field is empty. Text without an offset is local time (ECMA-262, "Date Time String Format"). */
export function momentOf(text: string): Date | null {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
