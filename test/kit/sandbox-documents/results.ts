import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './documents.ts'

/** What the checker found at one server. */
export interface ServerResult {
  readonly requests: number
  readonly verdict: 'green' | 'incomplete' | 'findings'
  /** The number of findings by the id of their check. */
  readonly findings: Readonly<Record<string, number>>
  /** Responses with a 5xx status that their operation does not document. */
  readonly serverErrors: number
  /** Responses that broke the document in more than their status, and unexpected errors; each once. Of Prism nothing is known. */
  readonly faults: readonly string[]
}

/** One row of the table. */
export interface DocumentResult {
  readonly name: string
  readonly title: string
  /** The npm package with its version, or `this repository`. */
  readonly source: string
  readonly operations: number
  readonly sandbox: ServerResult
  readonly prism?: ServerResult
  /** Why the sandbox has findings; empty if it has none. */
  readonly why: readonly string[]
}

/** What is committed: every document, with the number of cases for each operation. */
export interface Results {
  readonly cases: number
  readonly documents: readonly DocumentResult[]
}

/** Where the results of the last full run are kept, for the guide that shows them. */
export const resultsFile = join(root, 'apps/docs/generated/sandbox-documents.json')

/** The results that are committed. */
export const readResults = (): Results => JSON.parse(readFileSync(resultsFile, 'utf8')) as Results

/** The number of findings at a server. */
export const countFindings = ({ findings }: ServerResult): number =>
  Object.values(findings).reduce((sum, count) => sum + count, 0)
