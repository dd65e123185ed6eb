import process from 'node:process'
import { checkContract } from '@contract-kit/checker'
import { bundle, credentialsOption, documentedStatuses } from './check-document.ts'
import { documentNamed } from './documents.ts'
import { serveDocument } from './serve-document.ts'

/** What became of a long run against one sandbox. */
export interface Soak {
  readonly name: string
  readonly requests: number
  /** Undocumented 5xx statuses, as `operation: status`. */
  readonly serverErrors: readonly string[]
  /** Responses that broke the document in more than their status, and unexpected errors. */
  readonly faults: readonly string[]
  /** Bytes of live objects after each third of the run. */
  readonly heapBytes: readonly number[]
}

/** Sends random valid and invalid requests to one sandbox, with one seed after the other, and resets it in between. */
export async function soak(name: string, wanted: number): Promise<Soak> {
  const document = await bundle(documentNamed(name))
  const documented = documentedStatuses(document)
  await using sandbox = await serveDocument(document)
  const serverErrors = new Set<string>()
  const heapBytes: number[] = []
  let requests = 0
  for (let seed = 1; requests < wanted; seed += 1) {
    const result = await checkContract({
      document,
      baseUrl: sandbox.url,
      phases: ['fuzz', 'stateful'],
      cases: 100,
      maxRequests: Math.ceil(wanted / 3),
      seed,
      ...credentialsOption(document),
      onRequest: ({ operationId, status }) => {
        if (status >= 500 && !documented.has(`${operationId} ${status}`))
          serverErrors.add(`${operationId}: ${status}`)
      },
    })
    requests += result.requests
    sandbox.reset()
    globalThis.gc?.()
    heapBytes.push(process.memoryUsage().heapUsed)
  }
  const faults = [...sandbox.breaches, ...sandbox.defects]
  return { name, requests, serverErrors: [...serverErrors], faults: [...new Set(faults)], heapBytes }
}

// node --expose-gc soak.ts <name> <requests>: prints the result as JSON.
if (import.meta.main) {
  const [name = '', wanted = '10000'] = process.argv.slice(2)
  process.stdout.write(`${JSON.stringify(await soak(name, Number(wanted)))}\n`)
  process.exit()
}
