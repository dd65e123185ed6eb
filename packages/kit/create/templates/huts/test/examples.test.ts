import { describeExamples } from '@contract-kit/checker/vitest'
import { afterAll } from 'vitest'
import { serve } from './serve.ts'

/** Sends every example of the contract, and compares the response with the documented one. */
const server = await serve()
afterAll(() => server.close())

await describeExamples({
  document: 'openapi/openapi.yaml',
  baseUrl: server.url,
  credentials: () => ({ authorization: 'Bearer warden-token' }),
  reset: () => server.huts.reset(),
})
