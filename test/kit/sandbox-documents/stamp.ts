import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ServedDocument, toSource } from './documents.ts'

/** Tells one version of a document from another: a row of the table with another stamp is out of date. */
export async function stampOf(document: ServedDocument): Promise<string> {
  const hash = createHash('sha256').update(await readFile(toSource(document)))
  return hash.digest('hex').slice(0, 12)
}
