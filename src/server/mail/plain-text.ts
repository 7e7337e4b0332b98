/** RFC 5322, section 2.1.1, recommends at most 78 characters with the line break. Some programs quote with two more. */
const LINE_LENGTH = 76;

/** Breaks long lines at spaces. A word that is longer, such as a link, keeps a line of its own. */
export function wrapLines(text: string): string {
  return text.split('\n').map(wrapLine).join('\n');
}

function wrapLine(line: string): string {
  const lines: string[] = [];
  let current = '';
  // A non-breaking space is no place to break.
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length > LINE_LENGTH && current !== '') {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}
