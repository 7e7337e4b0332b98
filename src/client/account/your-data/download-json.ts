import { downloadFile } from '../../ui/download-file.ts';

/** Downloads a value as a JSON file with this name. */
export function downloadJson(name: string, value: unknown): void {
  downloadFile(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json');
}
