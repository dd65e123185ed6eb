import { readFileSync } from 'node:fs'
import { toMarkdownTable, toMarkdownText } from '@contract-kit/docs'

/** The faults of a class, and how many of them the checker detected. */
interface Score {
  readonly name: string
  readonly detected: number
  readonly possible: number
}

/** What the checker detected of the faults of one document. */
export interface ProofResult {
  readonly title: string
  readonly faults: number
  readonly kinds: number
  readonly classes: readonly Score[]
}

/** Reads the results of the last run that was written down. */
export function readProofResults(file: string): readonly ProofResult[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly documents: readonly ProofResult[] }).documents
}

/** The sentence and the table of the guide that shows them. */
export function toProofTableInserts(results: readonly ProofResult[]): Readonly<Record<string, () => string>> {
  return { 'proofs-table': () => `${toSentence(results)}\n\n${toTable(results)}` }
}

function toSentence(results: readonly ProofResult[]): string {
  const [detected, possible] = sumOf(results.flatMap(({ classes }) => classes))
  const faults = results.reduce((sum, one) => sum + one.faults, 0)
  const kinds = Math.max(...results.map((one) => one.kinds))
  return (
    `${results.length} documents, ${faults.toLocaleString('en-US')} faults of up to ${kinds} kinds in one document: ` +
    `the checker notices ${percent(detected, possible)} of those that a request can show. It finds nothing on the right server.`
  )
}

function toTable(results: readonly ProofResult[]): string {
  const names = [...new Set(results.flatMap(({ classes }) => classes.map(({ name }) => name)))]
  const row = (title: string, faults: number, scores: readonly Score[]): readonly string[] => [
    title,
    faults.toLocaleString('en-US'),
    ...names.map((name) => percent(...sumOf(scores.filter((score) => score.name === name)))),
    percent(...sumOf(scores)),
  ]
  return toMarkdownTable(
    ['Document', 'Faults', ...names, 'all'],
    [
      ...results.map(({ title, faults, classes }) => row(toMarkdownText(title), faults, classes)),
      row(
        'Together',
        results.reduce((sum, { faults }) => sum + faults, 0),
        results.flatMap(({ classes }) => classes),
      ),
    ],
  )
}

const sumOf = (scores: readonly Score[]): [detected: number, possible: number] => [
  scores.reduce((sum, { detected }) => sum + detected, 0),
  scores.reduce((sum, { possible }) => sum + possible, 0),
]

/** Rounded down, so that only all is 100 %; empty where there is nothing to notice. */
const percent = (detected: number, possible: number): string =>
  possible === 0 ? '' : `${Math.floor((100 * detected) / possible)} %`
