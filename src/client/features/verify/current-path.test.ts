import { expect, test } from 'vitest';
import { currentPath } from './current-path.ts';

test('keeps what a list shows, and drops the result of an earlier flow and the code of a device', () => {
  const search = { by: 'server', from: '2026-11-01', hidden: undefined, error: 'Callback', code: 'ABCD' };
  expect(currentPath({ pathname: '/admin/audit-log', search })).toBe(
    '/admin/audit-log?by=server&from=2026-11-01',
  );
  expect(currentPath({ pathname: '/device', search: { code: 'ABCD' } })).toBe('/device');
});
