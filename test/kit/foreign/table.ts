import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './documents.ts'
import type { DocumentResult } from './results.ts'

/** Where the results of the last run are kept, for the guide that shows them. */
export const tableFile = join(root, 'apps/docs/generated/foreign-documents.json')

/** The results that are committed. */
export function readTable(): readonly DocumentResult[] {
  const { documents } = JSON.parse(readFileSync(tableFile, 'utf8')) as {
    readonly documents: readonly DocumentResult[]
  }
  return documents
}
