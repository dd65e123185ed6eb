import { format } from 'prettier'
import { columns } from './construct.ts'
import type { Cell } from './table.ts'

const signs: Readonly<Record<Cell['cell'], string>> = {
  supported: '✓',
  named: 'named',
  silent: 'no',
  none: '–',
}

/** Renders the page of the table from its cells. */
export async function renderPage(cells: readonly Cell[]): Promise<string> {
  const byTopic = Map.groupBy(cells, ({ construct }) => construct.slice(0, construct.indexOf(': ')))
  const tables = [...byTopic].map(([topic, ofTopic]) => {
    const rows = [...Map.groupBy(ofTopic, ({ construct }) => construct)].map(([construct, ofRow]) => {
      const texts = columns.map((column) => {
        const found = ofRow.find((cell) => cell.column === column)
        return found === undefined ? '' : signs[found.cell]
      })
      return `| ${[nameOf(construct), ...texts].join(' | ')} |`
    })
    return `## ${topic}\n\n| Construct | ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length + 1)}\n${rows.join('\n')}`
  })
  const page = `# OpenAPI support

Each row is a construct of OpenAPI, in the smallest document that has it. Tests give that document to every package. They send a request
that was written by hand, one that the construct forbids, and a response that it forbids.

- ✓: the package supports it. It reads, writes and validates the construct.
- named: the package says that it leaves something out, and [why](#named-gaps). Everything else in the document works.
- –: [not applicable](#not-applicable) to the package.

This page is generated.

${tables.join('\n\n')}

## Named gaps

${list(cells, 'named')}

## Not applicable

${list(cells, 'none')}
`
  return format(page, { parser: 'markdown', printWidth: 110, proseWrap: 'preserve' })
}

const nameOf = (construct: string): string => construct.slice(construct.indexOf(': ') + 2)

/** Lists the words of the cells of one kind, by construct. */
function list(cells: readonly Cell[], kind: Cell['cell']): string {
  const found = cells.filter(({ cell }) => cell === kind)
  const byConstruct = Map.groupBy(found, ({ construct }) => construct)
  const lines = [...byConstruct].map(([construct, ofRow]) => {
    const words = [...Map.groupBy(ofRow, (cell) => cell.words)].map(
      ([text, all]) => `  - ${all.map(({ column }) => column).join(', ')}: ${toLine(text)}`,
    )
    return [`- ${nameOf(construct)}`, ...words].join('\n')
  })
  return lines.length === 0 ? 'Nothing.' : lines.join('\n')
}

const toLine = (words: string): string => words.replaceAll(/\s+/g, ' ').replaceAll(/[<*_]/g, String.raw`\$&`)
