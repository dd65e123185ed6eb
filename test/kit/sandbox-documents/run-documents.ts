import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { servedDocuments, type ServedDocument } from './documents.ts'
import type { DocumentResult } from './results.ts'

/** Fuzz cases for each operation in the full run. */
export const fullCases = 50

/** Checks documents by the sandbox, and by Prism if wanted, each in a process of its own, as many at once as there are cores. */
export async function runDocuments(
  documents: readonly ServedDocument[] = servedDocuments,
  { cases = fullCases, withPrism = true }: { readonly cases?: number; readonly withPrism?: boolean } = {},
): Promise<readonly DocumentResult[]> {
  const results = new Map<string, DocumentResult>()
  // The largest documents come last in the list, and are the longest to wait for.
  const waiting = [...documents]
  const work = async (): Promise<void> => {
    for (let document = waiting.shift(); document !== undefined; document = waiting.shift())
      results.set(document.name, await runDocument(document, cases, withPrism))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return documents.flatMap(({ name }) => results.get(name) ?? [])
}

async function runDocument(
  { name }: ServedDocument,
  cases: number,
  withPrism: boolean,
): Promise<DocumentResult> {
  const script = join(import.meta.dirname, 'run-document.ts')
  const args = [script, name, String(cases), ...(withPrism ? ['prism'] : [])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The run of ${name} ended with ${String(code)}`)
  return JSON.parse(output) as DocumentResult
}
