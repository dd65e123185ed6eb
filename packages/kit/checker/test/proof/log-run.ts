/**
 * Checks the server of a large document, once for each options given, and prints the request logs as a JSON array of arrays: for comparing
 * two processes. `node log-run.ts '[{"operations":15,"seed":1,"cases":10,"phases":["fuzz"]}]'`
 */
import { checkContract, type CheckContractOptions } from '../../src/index.ts'
import type { RequestLogEntry } from '../../src/core/check-options.ts'
import { largeDocument } from '../large-document.ts'
import { createLargeServer } from '../large-server.ts'

const runs = JSON.parse(process.argv[2] ?? '') as readonly (Partial<CheckContractOptions> & {
  readonly operations: number
})[]
const logs: (readonly RequestLogEntry[])[] = []
for (const { operations, ...options } of runs) {
  const { fetch, reset } = createLargeServer()
  const log: RequestLogEntry[] = []
  const document = largeDocument(operations)
  await checkContract({ ...options, document, fetch, reset, onRequest: (entry) => void log.push(entry) })
  logs.push(log)
}
process.stdout.write(JSON.stringify(logs))
