/** Its two letters as regional indicators (Unicode Technical Standard 51, annex B). */
export function flagOf(country: string): string {
  return String.fromCodePoint(...[...country].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}

/** Windows and some Linux systems draw two letters instead, which are about twice as wide. */
export function drawsFlags(): boolean {
  const probe = document.createElement('span');
  probe.style.cssText = 'position:absolute;visibility:hidden;font-size:32px;white-space:nowrap';
  document.body.append(probe);
  const widthOf = (text: string) => {
    probe.textContent = text;
    return probe.getBoundingClientRect().width;
  };
  const isDrawn = widthOf(flagOf('DE')) < 1.5 * widthOf(flagOf('DE').slice(0, 2));
  probe.remove();
  return isDrawn;
}
