/**
 * Checks one server once for each of the given options, and prints the request logs as a JSON array of arrays, to compare two processes.
 * The server is that of a large document, or one of `test/servers`.
 *
 * Usage: `node log-run.ts '[{"operations":15,"seed":1,"cases":10},{"server":"notes","cases":2}]'`
 */
import { checkContract, type CheckContractOptions } from '../../src/index.ts'
import type { RequestLogEntry } from '../../src/core/check-options.ts'
import { largeDocument } from '../large-document.ts'
import { createLargeServer } from '../large-server.ts'
import { servers } from '../servers/all-servers.ts'
import { checkServer } from './check-server.ts'

const runs = JSON.parse(process.argv[2] ?? '') as readonly (Partial<CheckContractOptions> & {
  readonly operations?: number
  readonly server?: string
})[]
const logs: (readonly RequestLogEntry[])[] = []
for (const { operations = 1, server = '', ...options } of runs) {
  const log: RequestLogEntry[] = []
  const onRequest = (entry: RequestLogEntry): void => void log.push(entry)
  const definition = servers.get(server)
  if (definition === undefined) {
    const { fetch, reset } = createLargeServer()
    await checkContract({ ...options, document: largeDocument(operations), fetch, reset, onRequest })
  } else await checkServer(definition, undefined, { ...options, onRequest })
  logs.push(log)
}
process.stdout.write(JSON.stringify(logs))
