import { describeContract } from '@contract-kit/checker/vitest'
import { afterAll } from 'vitest'
import { serve } from './serve.ts'

/** Requests of all kinds, made from the contract, valid and invalid: the server must respond as the contract says. */
const server = await serve()
afterAll(() => server.close())

await describeContract({
  document: 'openapi/openapi.yaml',
  baseUrl: server.url,
  headers: { authorization: 'Bearer warden-token' },
  cases: 20,
})
