import { describe, expect, it } from 'vitest'
import { describeRequests, newRequests } from './describe-requests.ts'
import { sampleRequest } from './sample-snapshot.fixture.ts'

const [a, b, c] = [sampleRequest('a'), sampleRequest('b'), sampleRequest('c')]

describe('newRequests', () => {
  it('finds those that have come on top', () => {
    expect(newRequests([a], [c, b, a])).toStrictEqual([c, b])
    expect(newRequests([], [b, a])).toStrictEqual([b, a])
    expect(newRequests([b, a], [b, a])).toStrictEqual([])
  })

  it('finds them where the oldest fell out of the list', () => {
    expect(newRequests([b, a], [c, b])).toStrictEqual([c])
  })

  it('finds them where one request id is sent again', () => {
    const again = sampleRequest('a', { durationMs: 3 })
    expect(newRequests([a], [again, a])).toStrictEqual([again])
    expect(newRequests([a], [again])).toStrictEqual([again])
  })

  it('takes all for new where none is known', () => {
    expect(newRequests([a], [c, b])).toStrictEqual([c, b])
  })
})

describe('describeRequests', () => {
  it('tells of refusals and failures, not of successes', () => {
    const refused = sampleRequest('b', {
      status: 400,
      errorCode: 'insufficient_inventory',
      operationId: 'addCards',
    })
    const failed = sampleRequest('c', { status: 500, errorCode: 'internal_error' })
    const nowhere = sampleRequest('d', {
      status: 404,
      errorCode: null,
      operationId: null,
      path: '/v3/nowhere',
    })
    expect(describeRequests([], [nowhere, failed, refused, a])).toStrictEqual([
      { text: 'POST /v3/nowhere was refused: 404', tone: 'bad' },
      { text: 'createCart failed: 500 internal_error', tone: 'bad' },
      { text: 'addCards was refused: 400 insufficient_inventory', tone: 'bad' },
    ])
  })
})
