import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

/** Measures the time from the start of the command line to its first request, in milliseconds, including loading and planning. */
export const measureStart = async (document: object): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'contract-checker-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  const server = createServer((_incoming, outgoing) => outgoing.writeHead(404).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const bin = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [bin, file, '--url', `http://127.0.0.1:${port}`, '--phase', 'examples'],
    { stdio: 'ignore' },
  )
  await once(server, 'request')
  const elapsedMs = performance.now() - startedAt
  const ended = once(child, 'exit')
  child.kill()
  await ended
  server.close()
  server.closeAllConnections()
  await rm(folder, { recursive: true })
  return elapsedMs
}
