import { describeContract, registerContractMatcher } from '@contract-kit/checker/vitest'
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
