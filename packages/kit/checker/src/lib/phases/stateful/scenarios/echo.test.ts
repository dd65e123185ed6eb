import { describe, expect, it } from 'vitest'
import { answers, json, loadPaths } from '../../../resources/testing/load-paths.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { keepItems } from '../testing/keep-items.ts'
import { runScenario } from '../testing/fake-port.ts'
import { createPetStore, loadPetStore } from '../testing/pet-store.ts'

const THING = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }
const LOAN = {
  type: 'object',
  properties: { bookId: { type: 'string' }, days: { enum: [7, 14, 21] } },
  required: ['bookId', 'days'],
}

describe('planEcho', () => {
  it('reads each item after it was made, alone and in the list', async () => {
    const { log } = await runScenario(await loadPetStore(), 'echo /pets/{}', createPetStore())
    const steps = log.map((line) => line.split(' ')[0] ?? '')
    const made = steps.filter((step) => step === 'create').length
    expect(made).toBeGreaterThan(4)
    expect(steps.filter((step) => step === 'read-created')).toHaveLength(made)
    expect(steps.filter((step) => step === 'list-after-create')).toHaveLength(made - 1)
    expect(steps.slice(-3)).toEqual(['read-created', 'list-page', 'list-after-create'])
  })

  it('sends every choice of an enumeration', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'echo /pets/{}', createPetStore())
    const kinds = exchanges.map((exchange) => Object(exchange.case.values?.body?.value)['kind'] as unknown)
    expect(new Set(kinds)).toEqual(new Set([undefined, 'cat', 'dog', 'fish']))
  })

  it('reads the item after each change by PUT', async () => {
    const { log } = await runScenario(await loadPetStore(), 'echo /pets/{} PUT', createPetStore())
    expect(log.slice(0, 3)).toEqual([
      'create POST /pets 201',
      'change PUT /pets/1 200',
      'read-after-change GET /pets/1 200',
    ])
  })

  it('makes anew what can be referred to only once', async () => {
    const document = await loadPaths({
      '/books': {
        post: { requestBody: { required: true, ...json(THING) }, responses: answers('201', THING) },
      },
      '/loans': {
        post: { requestBody: { required: true, ...json(LOAN) }, responses: answers('201', THING) },
      },
      '/loans/{loanId}': { get: {} },
    })
    const lent = new Set<string>()
    const loans = keepItems('/loans')
    const api = createFakeApi({
      ...keepItems('/books', { idOf: (count) => `b${count}` }),
      ...loans,
      'POST /loans': (request) => {
        const book = JSON.stringify(request.body['bookId'])
        if (lent.has(book)) return { status: 409 }
        lent.add(book)
        return loans['POST /loans']?.(request) ?? { status: 500 }
      },
    })
    const { log } = await runScenario(document, 'echo /loans/{}', api)
    expect(log.filter((line) => line === 'create POST /loans 201').length).toBeGreaterThan(1)
    expect(log.filter((line) => line === 'create POST /loans 409')).toHaveLength(1)
  })
})
