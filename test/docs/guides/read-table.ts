/** One row of a Markdown table: its cells, without their marks, by the heads of their columns. */
export type TableRow = Readonly<Record<string, string>>

/** The rows of the table whose head has these first two cells. Throws when there is none. */
export function readTable(markdown: string, first: string, second: string): readonly TableRow[] {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => {
    const [one, two] = cellsOf(line)
    return one === first && two === second
  })
  if (start < 0) throw new Error(`There is no table that begins with ${first} and ${second}`)
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const heads = cellsOf(lines[start] ?? '')
  return lines.slice(start + 2, end).map((line) => {
    const cells = cellsOf(line)
    return Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? '']))
  })
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(/[`*]/g, ''))
}
