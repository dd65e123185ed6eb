import { describe, expect, it } from 'vitest'
import { answers, json, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'
import { keepItems } from './testing/keep-items.ts'

const THING = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }
const LOAN = { type: 'object', properties: { copyId: { type: 'string' } }, required: ['copyId'] }
const MAKE = { post: { requestBody: { required: true, ...json(THING) }, responses: answers('201', THING) } }

describe('renewReferences', () => {
  it('refers to another thing where the first is taken', async () => {
    const document = await loadPaths({
      '/books': MAKE,
      '/books/{bookId}/copies': MAKE,
      '/loans': {
        post: { requestBody: { required: true, ...json(LOAN) }, responses: answers('201', THING) },
      },
      '/loans/{loanId}': { get: {} },
    })
    const lent = new Set<string>()
    const loans = keepItems('/loans')
    const api = createFakeApi({
      ...keepItems('/books', { idOf: (count) => `b${count}` }),
      ...keepItems('/books/{bookId}/copies', { idOf: (count) => `c${count}` }),
      ...loans,
      'POST /loans': (request) => {
        const copy = JSON.stringify(request.body['copyId'])
        if (lent.has(copy)) return { status: 409 }
        lent.add(copy)
        return loans['POST /loans']?.(request) ?? { status: 500 }
      },
    })
    const { log } = await runScenario(document, 'life-cycle /loans/{}', api)
    expect(log.slice(-4)).toEqual([
      'create-second POST /loans 409',
      'given POST /books/b1/copies 201',
      'create-second POST /loans 201',
      'read-other GET /loans/2 200',
    ])
  })
})
