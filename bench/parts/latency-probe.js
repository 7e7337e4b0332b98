/**
 * Runs in the browser before each page of a measured sign-in (`latency-visits.ts`), so it is plain JavaScript. It measures the time from a press,
 * which is a trusted event of the browser, to the end of the first frame that shows the next page. Both may be in
 * different documents, so the press is kept in the tab's storage of this origin.
 *
 * `latencyProbe.arm(press, shown)` waits for the next press. The time in milliseconds goes to the binding `latencyMeasured`.
 * - `press`: the type of the event
 * - `shown.each`: a selector and a text for each element that the next page shows. A field shows its value.
 * - `shown.none`: a selector of placeholders, of which none is visible any more
 */
{
  const KEY = 'latency-probe';

  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isVisible);
  const isShown = ({ each, none }) =>
    each.every(({ selector, text }) =>
      all(selector).some((element) => (element.value ?? element.textContent).includes(text)),
    ) && all(none).length === 0;

  const watch = ({ pressedAt, shown }) => {
    const look = () => {
      if (!isShown(shown)) return requestAnimationFrame(look);
      // A message is received after the frame in which it was sent.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        const ms = performance.timeOrigin + performance.now() - pressedAt;
        sessionStorage.removeItem(KEY);
        globalThis.latencyMeasured(ms);
      });
      port1.start();
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  };

  const arm = (press, shown) => {
    if (isShown(shown)) throw new Error('the next page is shown before the press');
    const onPress = ({ isTrusted, timeStamp }) => {
      if (!isTrusted) return;
      removeEventListener(press, onPress, true);
      const pressed = { pressedAt: performance.timeOrigin + timeStamp, shown };
      sessionStorage.setItem(KEY, JSON.stringify(pressed));
      watch(pressed);
    };
    addEventListener(press, onPress, true);
  };

  // A document without an origin, such as the first one of a tab, has no storage.
  const pressed = origin === 'null' ? null : sessionStorage.getItem(KEY);
  if (pressed !== null) watch(JSON.parse(pressed));
  globalThis.latencyProbe = { arm };
}
