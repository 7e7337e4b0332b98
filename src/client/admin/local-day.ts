/** When a day of the address begins, in local time as date fields have it. `undefined` for anything but a day. */
export function startOfDay(day: string | undefined, daysLater = 0): string | undefined {
  return midnightOf(new Date(`${day ?? ''}T00:00`), daysLater);
}

/** The midnight before a moment, or some days later. */
export function midnightOf(moment: Date, daysLater: number): string | undefined {
  if (Number.isNaN(moment.getTime())) return undefined;
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + daysLater).toISOString();
}
