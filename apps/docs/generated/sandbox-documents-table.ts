import { readFileSync } from 'node:fs'
import { toMarkdownTable, toMarkdownText } from '@contract-kit/docs'

/** What the checker found at one server. */
interface ServerResult {
  readonly requests: number
  /** The number of findings by the id of their check. */
  readonly findings: Readonly<Record<string, number>>
}

/** One document that the sandbox and Prism have served, and what the checker found at both. */
export interface SandboxDocumentResult {
  readonly title: string
  /** The npm package with its version, or `this repository`. */
  readonly source: string
  readonly operations: number
  readonly sandbox: ServerResult
  readonly prism?: ServerResult
  /** Why the sandbox has findings. */
  readonly why: readonly string[]
}

/** Reads the results of the last run that was written down. */
export function readSandboxDocuments(file: string): readonly SandboxDocumentResult[] {
  const { documents } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly documents: readonly SandboxDocumentResult[]
  }
  return documents
}

/** The sentence and the table of the guide that shows them. */
export function toSandboxInserts(
  results: readonly SandboxDocumentResult[],
): Readonly<Record<string, () => string>> {
  return { 'sandbox-documents': () => `${toSentence(results)}\n\n${toTable(results)}` }
}

function toSentence(results: readonly SandboxDocumentResult[]): string {
  const clean = results.filter(({ sandbox }) => countFindings(sandbox) === 0).length
  const requests = results.reduce((sum, { sandbox }) => sum + sandbox.requests, 0)
  return (
    `${results.length} documents, ${requests.toLocaleString('en-US')} requests to the sandbox: ` +
    `the checker finds nothing on ${clean} of them.`
  )
}

function toTable(results: readonly SandboxDocumentResult[]): string {
  const rows = results.map(({ title, source, operations, sandbox, prism, why }) => [
    toMarkdownText(title),
    toMarkdownText(source),
    operations.toLocaleString('en-US'),
    countFindings(sandbox).toLocaleString('en-US'),
    prism === undefined ? '' : countFindings(prism).toLocaleString('en-US'),
    toMarkdownText(why.join(' ')),
  ])
  return toMarkdownTable(
    ['Document', 'Package', 'Operations', 'Findings of the sandbox', 'Findings of Prism', 'Why'],
    rows,
  )
}

const countFindings = ({ findings }: ServerResult): number =>
  Object.values(findings).reduce((sum, count) => sum + count, 0)
