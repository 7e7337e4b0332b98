import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anOverview, openConsole } from '../../../testing/client/console-answers.ts';

const TODAY = '2026-11-22T00:00:00.000Z';

function openOverview(overview: ReturnType<typeof anOverview>) {
  return openConsole('/admin', {
    administration: { overview: () => overview },
    webhooks: { list: () => [] },
  });
}

const figureOf = async (name: string) => {
  await screen.findByRole('heading', { name: 'Now' });
  const link = await within(screen.getByRole('main')).findByRole('link', { name });
  return link.closest('div');
};
const textOf = async (name: string) => (await figureOf(name))?.textContent;

test('the address has the period, and a figure of failures is marked only when there are some', async () => {
  using app = openOverview(anOverview({ failedJobs: 2 }));
  expect((await figureOf('Failed jobs'))?.dataset['failure']).toBe('true');
  expect((await figureOf('Failing endpoints'))?.dataset['failure']).toBeUndefined();
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'The last 24 hours');
  await waitFor(() => expect(app.inputsOf('administration.overview').at(-1)).toEqual({ days: 1 }));
  expect(app.address()).toBe('/admin?days=1');
});

test('a figure says how it changed since the period before, in words too, and a share says of how many', async () => {
  using _app = openOverview(
    anOverview({
      people: 40,
      withPasskey: 10,
      withSecondFactor: null,
      activePeople: 15,
      signIns: [{ at: TODAY, method: 'password', methodName: null, count: 9 }],
      failures: [{ at: TODAY, method: 'password', methodName: null, count: 3 }],
      before: { signUps: 0, signIns: 12, failures: 4, activePeople: 12 },
    }),
  );
  expect(await textOf('Active people')).toContain('15↑ 25%25% more compared with 12');
  expect(await textOf('Sign-ins')).toContain('9↓ 25%25% fewer compared with 12');
  expect(await textOf('Failed sign-ins')).toContain('3↓ 25%25% fewer compared with 4');
  // There is no percentage of nothing.
  expect(await textOf('New people')).toBe('New people0compared with 0');
  expect(await textOf('With a passkey')).toContain('25%10 of about 40');
  expect(await textOf('With two-step verification')).toContain('–too many to count');
});

test('a chart tells the values of a chosen day, and a series or chart without values says so', async () => {
  using app = openOverview(
    anOverview({
      days: 7,
      since: '2026-11-16T00:00:00.000Z',
      signUps: [
        { at: '2026-11-20T00:00:00.000Z', method: '', methodName: null, count: 3 },
        { at: TODAY, method: '', methodName: null, count: 1 },
      ],
    }),
  );
  const chart = within(await screen.findByRole('region', { name: 'New people' }));
  chart.getByText('4 in all. Highest: 3 (Nov 20, 2026).');
  expect(chart.getByRole('list').textContent).toBe('Signed up or invited 4Imported none');
  const slider = await chart.findByRole('slider', { name: 'New people' });
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 22, 2026: Signed up or invited 1');
  await app.user.click(slider);
  fireEvent.change(slider, { target: { value: '4' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 20, 2026: Signed up or invited 3');
  fireEvent.change(slider, { target: { value: '3' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 19, 2026: none');
  within(screen.getByRole('region', { name: 'Sign-ins by method' })).getByText('Nothing in the last 7 days.');
  // Where nothing failed, the figure above says so.
  expect(screen.queryByRole('region', { name: 'Failed sign-ins by method' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Failed sign-ins' })).toBeNull();
});

test('the control of a chart covers the plot without its axes, and moves by bars', async () => {
  using width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(768);
  const count = { at: TODAY, method: '', methodName: null, count: 1 };
  using _app = openOverview(anOverview({ days: 7, since: '2026-11-16T00:00:00.000Z', signUps: [count] }));
  const { style } = await screen.findByRole('slider', { name: 'New people' });
  expect([style.left, style.width, style.getPropertyValue('--bar')]).toEqual(['44px', '700px', '100px']);
  expect(width).toHaveBeenCalled();
});
