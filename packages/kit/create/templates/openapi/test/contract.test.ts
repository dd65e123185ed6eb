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

/** Sends requests that are generated from the document, and checks responses and state. */
await describeContract({
  document: '{{source}}',
  baseUrl: `http://127.0.0.1:${port}{{basePath}}`,
  // Credentials that src/app.ts accepts.
  identities: { tester: JSON.parse('{{identity}}') },
  cases: 10,
  // Accepted findings. `npm run accept` writes this file. Every other finding fails a test.
  baseline: 'test/known-findings.json',
  updateBaseline: process.env['MODE'] === 'accept',
})
