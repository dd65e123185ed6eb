import { describe, expect, it } from 'vitest'
import { toKeyedRequests } from './keyed-requests.ts'
import { sampleRequest } from './sample-snapshot.fixture.ts'

describe('toKeyedRequests', () => {
  it('keeps the names while newer requests come', () => {
    const [a, b] = [sampleRequest('a'), sampleRequest('b')]
    const before = toKeyedRequests([a])
    const after = toKeyedRequests([b, a])
    expect(after.map(({ request }) => request)).toStrictEqual([b, a])
    expect(after[1]).toStrictEqual(before[0])
  })

  it('names equal requests apart', () => {
    const keys = toKeyedRequests([sampleRequest('a'), sampleRequest('a')]).map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })
})
