import { describeExamples } from '@contract-kit/checker/vitest'
import { afterAll } from 'vitest'
import { serve } from './serve.ts'

/** Every example of the contract is sent, and the response must equal the documented one. */
const server = await serve()
afterAll(() => server.close())

await describeExamples({
  document: 'openapi/openapi.yaml',
  baseUrl: server.url,
  credentials: () => ({ authorization: 'Bearer warden-token' }),
  reset: () => server.huts.reset(),
})
