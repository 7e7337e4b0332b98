export const count = (value: number) => Math.round(value).toLocaleString('en');

export const milliseconds = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
