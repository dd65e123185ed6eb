import { describeContract } from '@contract-kit/checker/vitest'
import { afterAll } from 'vitest'
import { serve } from './serve.ts'

/** Sends valid and invalid requests, generated from the contract, and checks the responses. */
const server = await serve()
afterAll(() => server.close())

await describeContract({
  document: 'openapi/openapi.yaml',
  baseUrl: server.url,
  headers: { authorization: 'Bearer warden-token' },
  cases: 20,
})
