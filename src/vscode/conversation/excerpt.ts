const headLines = 20;
const tailLines = 10;
const maxLineLength = 500;

/** The start and the end of a long result. */
export function excerpt(text: string): string {
  const lines = text.trimEnd().split('\n').map(shortened);
  if (lines.length <= headLines + tailLines + 1) return lines.join('\n');
  return [...lines.slice(0, headLines), '…', ...lines.slice(-tailLines)].join('\n');
}

function shortened(line: string): string {
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}…`;
}
