const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

export function formatDay(timestamp: string): string {
  return DAY.format(new Date(timestamp));
}
