import { checkContract, type PolicyInput } from '@contract-kit/checker'
import { operationTable } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { sharedMock } from '@giftcards/test-harness/mock'
import { contractFile } from '@giftcards/test-harness/contract'

/** The known divergences of the mock, regardless of the document. */
const divergences: readonly PolicyInput[] = [
  {
    checks: ['invalid-auth', 'weak-credential'],
    reason: 'the mock sees whether credentials are there, not whether they are good',
  },
  {
    checks: ['idempotency-key', 'read-your-write', 'resource-identity'],
    reason: 'the mock keeps no state: its answers are the examples',
  },
]

describe('the mock', () => {
  it('keeps the contract but for its known divergences', async () => {
    const result = await checkContract({
      document: contractFile,
      baseUrl: await sharedMock(),
      cases: 10,
      headers: { authorization: 'Bearer a.b.c', 'x-cc-app': 'demo-app' },
      policies: Object.fromEntries(Object.keys(operationTable).map((id) => [id, divergences])),
    })
    expect(
      result.findings.map(({ check, operationId, message }) => `${check} on ${operationId}: ${message}`),
    ).toStrictEqual([])
    expect(result.coverage.operations).toMatchObject({ reached: 14, total: 14 })
  })
})
