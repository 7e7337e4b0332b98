/** RFC 5322, 2.1.1, recommends at most 78 characters. Some programs quote with two more. */
const LINE_LENGTH = 76;

/** Breaks lines at spaces. A longer word, such as a link, gets a line of its own. */
export function wrapLines(text: string): string {
  return text.split('\n').map(wrapLine).join('\n');
}

function wrapLine(line: string): string {
  const lines: string[] = [];
  let current = '';
  // Lines do not break at no-break spaces.
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length > LINE_LENGTH && current !== '') {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}
