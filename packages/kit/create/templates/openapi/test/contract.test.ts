import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describeContract } from '@contract-kit/checker/vitest'
import { afterAll } from 'vitest'
import { createApp } from '../src/app.ts'

const server = createServer(await createApp()).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/**
 * Requests made from the document: the server must respond as it says. The phase `stateful` is left out while responses are
 * examples, which remember nothing; add it with the first real handlers.
 */
await describeContract({
  document: '{{source}}',
  baseUrl: `http://127.0.0.1:${port}`,
  phases: ['examples', 'coverage', 'fuzz'],
  cases: 10,
})
