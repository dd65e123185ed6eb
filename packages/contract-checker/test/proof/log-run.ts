/**
 * Checks the server of a large document and prints its request log, a JSON text on each line: for comparing two processes.
 * `node log-run.ts '{"operations":15,"seed":1,"cases":10,"phases":["fuzz"]}'`
 */
import { checkContract, type CheckContractOptions } from '../../src/index.ts'
import { largeDocument } from '../large-document.ts'
import { createLargeServer } from '../large-server.ts'

const { operations, ...options } = JSON.parse(process.argv[2] ?? '') as {
  readonly operations: number
} & Partial<CheckContractOptions>
const { fetch, reset } = createLargeServer()
const lines: string[] = []
await checkContract({
  ...options,
  document: largeDocument(operations),
  fetch,
  reset,
  onRequest: (entry) => void lines.push(JSON.stringify(entry)),
})
process.stdout.write(lines.join('\n'))
