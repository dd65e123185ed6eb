import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './documents.ts'

/** The results of the checker for one server. */
export interface ServerResult {
  readonly requests: number
  readonly verdict: 'green' | 'incomplete' | 'findings'
  /** The number of findings by the ID of their check. */
  readonly findings: Readonly<Record<string, number>>
  /** The number of responses with a 5xx status that their operation does not document. */
  readonly serverErrors: number
  /** Responses that violated the document in more than their status, and unexpected errors, each once. Empty for Prism. */
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
  /** The reasons for the findings of the sandbox; empty if it has none. */
  readonly why: readonly string[]
}

/** The committed results: every document, and the number of cases for each operation. */
export interface Results {
  readonly cases: number
  readonly documents: readonly DocumentResult[]
}

/** The file with the results of the last full run, which the guide shows. */
export const resultsFile = join(root, 'apps/docs/generated/sandbox-documents.json')

/** Returns the committed results. */
export const readResults = (): Results => JSON.parse(readFileSync(resultsFile, 'utf8')) as Results

/** Returns the number of findings at a server. */
export const countFindings = ({ findings }: ServerResult): number =>
  Object.values(findings).reduce((sum, count) => sum + count, 0)
