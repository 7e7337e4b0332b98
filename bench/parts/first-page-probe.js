/**
 * Runs in the browser before the measured page (`browser.ts`), so it is plain JavaScript. It uses only what a
 * visitor sees: the email field and the "Show password" button. So it measures every build in the same way.
 *
 * `firstPageProbe` has, in milliseconds since the start of the navigation:
 * - `visible`: the end of the first frame that contains the email field. Chromium renders no frame before the
 *   style sheets of the page's head have come.
 * - `ready`: the first moment at which a click on "Show password" shows the password.
 * Both are promises. `shift()` is the sum of all layout shifts so far.
 */
{
  const POLL_MS = 10;
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });

  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const visible = new Promise((resolve) => {
    const look = () => {
      const field = document.querySelector('form input[name="email"]');
      if (field === null || !isVisible(field)) return requestAnimationFrame(look);
      // A message is received after the frame in which it was sent.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now()));
      port1.start();
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });

  const findField = () => document.querySelector('form input[name="password"]');
  const findToggle = () =>
    [...document.querySelectorAll('form button[type="button"]')].find((button) =>
      /^(show|hide) password$/i.test(button.ariaLabel ?? button.textContent.trim()),
    );
  const ready = new Promise((resolve) => {
    const poll = setInterval(async () => {
      if (findField()?.type !== 'text') findToggle()?.click();
      // React renders the result of a click in a microtask.
      await new Promise(queueMicrotask);
      if (findField()?.type !== 'text') return;
      clearInterval(poll);
      resolve(performance.now());
      // Hidden again before the next frame, so that the click moves nothing.
      findToggle()?.click();
    }, POLL_MS);
  });

  globalThis.firstPageProbe = { visible, ready, shift: () => shift };
}
