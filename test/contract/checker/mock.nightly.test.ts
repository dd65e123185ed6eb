import { checkContract, type PolicyInput } from '@contract-kit/checker'
import { operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedMock } from '@giftcards/test-harness/mock'
import { type AnsweringMock, cutSilence } from './cut-silence.ts'
import { contractFile } from '@giftcards/test-harness/contract'

/** Where Prism departs from any document. */
const divergences: readonly PolicyInput[] = [
  {
    checks: ['invalid-auth', 'weak-credential'],
    reason: 'the mock sees whether credentials are there, not whether they are good',
  },
  { checks: ['no-response'], reason: 'the mock sends no response to a body that is not JSON' },
  {
    checks: ['idempotency-key', 'read-your-write', 'resource-identity'],
    reason: 'the mock keeps no state: its answers are the examples',
  },
]

/** The same, of methods that no operation declares: HEAD uses other examples, and 405 comes without Allow. */
const divergentChecks = ['head-mismatch', 'unsupported-method']

let front: AnsweringMock
beforeAll(async () => {
  front = await cutSilence(await sharedMock())
})
afterAll(() => front.close())

describe('the mock', () => {
  it('keeps the contract but for its known divergences', async () => {
    const result = await checkContract({
      document: contractFile,
      baseUrl: front.url,
      cases: 10,
      headers: { authorization: 'Bearer a.b.c', 'x-cc-app': 'demo-app' },
      policies: Object.fromEntries(Object.keys(operationTable).map((id) => [id, divergences])),
      disableChecks: divergentChecks,
    })
    expect(
      result.findings.map(({ check, operationId, message }) => `${check} on ${operationId}: ${message}`),
    ).toStrictEqual([])
    expect(result.coverage.operations).toMatchObject({ reached: 14, total: 14 })
  })
})
