import { describe, expect, it } from 'vitest'
import { describeRequests, newRequests } from './describe-requests.ts'
import { sampleRequest } from './sample-snapshot.fixture.ts'

const [a, b, c] = [sampleRequest('a'), sampleRequest('b'), sampleRequest('c')]

describe('newRequests', () => {
  const again = sampleRequest('a', { durationMs: 3 })
  it.each([
    ['on top', [a], [c, b, a], [c, b]],
    ['at first', [], [b, a], [b, a]],
    ['not at all', [b, a], [b, a], []],
    ['where the oldest fell out of the list', [b, a], [c, b], [c]],
    ['with a request id that is sent again', [a], [again, a], [again]],
    ['with that id alone', [a], [again], [again]],
    ['where none is known', [a], [c, b], [c, b]],
  ])('finds those that have come %s', (_title, before, after, found) => {
    expect(newRequests(before, after)).toStrictEqual(found)
  })
})

describe('describeRequests', () => {
  it('reports refusals and failures, not successes', () => {
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
