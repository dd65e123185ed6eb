import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Column, columns, type Construct } from './construct.ts'
import { probeChecker } from './probes/checker.ts'
import { probeClient } from './probes/client.ts'
import { probeDiff } from './probes/diff.ts'
import { probeDocs } from './probes/docs.ts'
import { probeExpress } from './probes/express.ts'
import { type Finding, type Lab, openLab, silent } from './probes/lab.ts'
import { probeMcp } from './probes/mcp.ts'
import { probeOpenapi } from './probes/openapi.ts'
import { probeSamples } from './probes/samples.ts'
import { probeSandbox } from './probes/sandbox.ts'
import { bodies } from './rows/bodies.ts'
import { documents } from './rows/documents.ts'
import { parameters } from './rows/parameters.ts'
import { responseRows } from './rows/responses.ts'
import { schemas } from './rows/schemas.ts'
import { security } from './rows/security.ts'

/** Every construct, by topic. */
export const constructs: readonly Construct[] = [
  ...documents,
  ...parameters,
  ...bodies,
  ...responseRows,
  ...schemas,
  ...security,
]

type Probe = (construct: Construct, lab: Lab) => Promise<Finding>

const probes: Readonly<Record<Column, Probe>> = {
  openapi: probeOpenapi,
  express: probeExpress,
  client: probeClient,
  sandbox: probeSandbox,
  checker: probeChecker,
  docs: probeDocs,
  samples: probeSamples,
  mcp: probeMcp,
  diff: probeDiff,
}

/** A cell of the table: how a package handles a construct. `none` means that the construct does not apply to it. */
export interface Cell {
  readonly construct: string
  readonly column: Column
  readonly cell: Finding['cell'] | 'none'
  /** The message of the package that names the construct, or the reason for an exception. */
  readonly words: string
}

/** The cells of some packages, and one fault for each `silent` cell. */
export interface ProbedTable {
  readonly cells: readonly Cell[]
  readonly faults: readonly string[]
}

/** Probes some packages with every construct. */
export async function probeTable(chosen: readonly Column[]): Promise<ProbedTable> {
  await using lab = await openLab()
  const cells: Cell[] = []
  const faults: string[] = []
  for (const construct of constructs)
    for (const column of chosen) {
      const { name, topic } = construct
      const key = { construct: `${topic}: ${name}`, column }
      const exception = construct.except[column]
      const { cell, words } =
        exception === undefined
          ? await runProbe(construct, column, lab)
          : { cell: 'none' as const, words: exception }
      if (cell === 'silent') faults.push(`${key.construct}: ${column} ${words}`)
      cells.push({ ...key, cell, words })
    }
  return { cells, faults }
}

const runProbe = (construct: Construct, column: Column, lab: Lab): Promise<Finding> =>
  probes[column](construct, lab).catch((error: unknown): Finding => {
    if (!(error instanceof Error)) return silent(String(error))
    const isRefusal = construct.isWhole && /^(?:Input|Generate|Document)Error$/.test(error.name)
    return isRefusal
      ? { cell: 'named', words: error.message }
      : silent(`throws ${error.stack ?? error.message}`)
  })

/** The file with the cells of the last run that are not supported. The page is rendered from them. */
export const cellsFile = join(import.meta.dirname, 'generated/cells.json')
export const pageFile = join(import.meta.dirname, '../../../packages/kit/openapi/docs/constructs.md')

/** Returns the committed cells, and all other cells as supported. */
export function readCells(): readonly Cell[] {
  const kept = JSON.parse(readFileSync(cellsFile, 'utf8')) as readonly Cell[]
  return constructs.flatMap(({ topic, name }) =>
    columns.map((column): Cell => {
      const construct = `${topic}: ${name}`
      const found = kept.find((one) => one.construct === construct && one.column === column)
      return found ?? { construct, column, cell: 'supported', words: '' }
    }),
  )
}

/** Stores the cells that are not supported. */
export function writeCells(cells: readonly Cell[]): void {
  const kept = cells.filter(({ cell }) => cell !== 'supported')
  mkdirSync(dirname(cellsFile), { recursive: true })
  writeFileSync(cellsFile, `${JSON.stringify(kept, null, 1)}\n`)
}

/** The packages that each test depth probes. Those of `check` and `nightly` take longer. */
export const columnsByDepth = {
  test: columns.filter((column) => !['sandbox', 'checker', 'docs'].includes(column)),
  check: ['sandbox', 'checker'],
  nightly: ['docs'],
} as const satisfies Readonly<Record<string, readonly Column[]>>
