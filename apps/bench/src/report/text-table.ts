/** A table in plain text: the first column to the left, the others to the right. */
export function toTextTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const toLine = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - cell.length)
        return column === 0 ? cell + gap : gap + cell
      })
      .join('  ')
      .trimEnd()
  return [toLine(header), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(toLine)].join('\n')
}
