import { readFileSync } from 'node:fs'
import { toMarkdownTable, toMarkdownText } from '@contract-kit/docs'

/** What became of one document at one step. */
interface StepResult {
  readonly result: 'works' | 'refused' | 'failed'
  readonly notes?: readonly string[]
}

/** One document that somebody else has published, and what `contract` did with it. */
export interface ForeignResult {
  readonly title: string
  /** The npm package with its version. */
  readonly package: string
  readonly openapi: string
  readonly operations: number
  /** By the name of the step, in the order of the columns. */
  readonly steps: Readonly<Record<string, StepResult>>
}

/** Reads the results of the last run that was written down. */
export function readForeignResults(file: string): readonly ForeignResult[] {
  const { documents } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly documents: readonly ForeignResult[]
  }
  return documents
}

/** The sentence, the table, the packages and the notes of the guide that shows them. */
export function toForeignInserts(results: readonly ForeignResult[]): Readonly<Record<string, () => string>> {
  return {
    'foreign-sentence': () => toSentence(results),
    'foreign-table': () => toTable(results),
    'foreign-packages': () => toPackages(results),
    'foreign-notes': () => toNotes(results),
  }
}

function toSentence(results: readonly ForeignResult[]): string {
  const cells = results.flatMap(({ steps }) => Object.values(steps))
  const count = (result: StepResult['result']): number =>
    cells.filter((cell) => cell.result === result).length
  const operations = results.reduce((sum, each) => sum + each.operations, 0)
  const packages = new Set(results.map((each) => each.package))
  return (
    `${results.length} documents with ${operations.toLocaleString('en-US')} operations, from ${packages.size} npm packages: ` +
    `${count('works')} of ${cells.length} steps work, ${count('refused')} are rejected with a reason, ${count('failed')} fail.`
  )
}

function toTable(results: readonly ForeignResult[]): string {
  const steps = Object.keys(results[0]?.steps ?? {})
  const rows = results.map((each) => [
    toMarkdownText(each.title),
    each.openapi,
    each.operations.toLocaleString('en-US'),
    ...steps.map((step) => toCell(each.steps[step])),
  ])
  return toMarkdownTable(['Document', 'OpenAPI', 'Operations', ...steps.map((step) => `\`${step}\``)], rows)
}

function toCell(step: StepResult | undefined): string {
  if (step === undefined) return ''
  if (step.result !== 'works') return step.result === 'refused' ? 'rejected' : 'fails'
  return step.notes === undefined ? 'yes' : 'with notes'
}

function toPackages(results: readonly ForeignResult[]): string {
  return [...Map.groupBy(results, (each) => each.package)]
    .map(([name, documents]) => `- \`${name}\`: ${toTitles(documents)}`)
    .join('\n')
}

/** Each note once, with the documents that have it. */
function toNotes(results: readonly ForeignResult[]): string {
  const noted = results.flatMap(({ title, steps }) =>
    Object.entries(steps).flatMap(([step, { notes = [] }]) =>
      notes.map((note) => ({ title, text: `\`${step}\`: ${toMarkdownText(note)}` })),
    ),
  )
  return [...Map.groupBy(noted, ({ text }) => text)]
    .map(([text, documents]) => `- ${toTitles(documents)}, ${text}`)
    .join('\n')
}

function toTitles(documents: readonly { readonly title: string }[]): string {
  return documents.map(({ title }) => toMarkdownText(title)).join(', ')
}
