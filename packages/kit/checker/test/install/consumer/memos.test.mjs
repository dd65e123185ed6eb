import { describeContract, describeExamples, registerContractMatcher } from '@contract-kit/checker/vitest'
import { expect, it } from 'vitest'

registerContractMatcher()

await describeContract({
  document: 'memos.json',
  baseUrl: process.env.URL,
  headers: { 'x-key': process.env.KEY },
  phases: ['coverage', 'stateful'],
  cases: 2,
})

it('matches a documented response', async () => {
  const response = Response.json({ id: 'm1', title: 'Milk' })
  await expect(response).toMatchContract({ document: 'memos.json', operationId: 'getMemo' })
})

await describeExamples({
  name: 'examples',
  document: {
    openapi: '3.1.0',
    info: { title: 'Ping', version: '1' },
    paths: {
      '/ping': {
        get: {
          operationId: 'ping',
          responses: { 200: { description: 'Up.', content: { 'text/plain': { example: 'pong' } } } },
        },
      },
    },
  },
  fetch: () => new Response('pong', { headers: { 'content-type': 'text/plain' } }),
})
