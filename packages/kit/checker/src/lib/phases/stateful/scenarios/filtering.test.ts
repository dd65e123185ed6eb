import { describe, expect, it } from 'vitest'
import { answers, json, loadPaths } from '../../../resources/testing/load-paths.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { keepItems } from '../testing/keep-items.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'
import { createPetStore, loadPetStore } from '../testing/pet-store.ts'

describe('planFilters', () => {
  it('makes two items that differ and asks for each value', async () => {
    const { exchanges, log } = await runScenario(
      await loadPetStore(),
      'filter listPets kind',
      createPetStore(),
      4,
    )
    expect(log.slice(0, 3)).toEqual([
      'create POST /pets 201',
      'create-second POST /pets 201',
      'list-page GET /pets?limit=50 200',
    ])
    const kinds = exchanges.slice(0, 2).map(({ answer }) => Object(answer.json)['kind'] as string | undefined)
    expect(kinds[0]).not.toBe(kinds[1])
    const asked = exchanges
      .filter(({ case: { step } }) => step === 'filter')
      .map((exchange) => exchange.case.values?.query['kind'])
    expect(asked).toEqual(expect.arrayContaining(kinds.filter((kind) => kind !== undefined)))
  })

  it('for any seed, gives the second item another value', async () => {
    const document = await loadPetStore()
    for (let seed = 1; seed <= 10; seed += 1) {
      const { exchanges } = await runScenario(document, 'filter listPets kind', createPetStore(), seed)
      const [first, second] = exchanges.map(({ answer }) => Object(answer.json)['kind'] as unknown)
      expect(second).not.toBe(first)
    }
  })

  it('knows a filter by a property that holds several values', async () => {
    const book = {
      type: 'object',
      properties: { id: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
    }
    const document = await loadPaths({
      '/books': {
        get: {
          operationId: 'list',
          parameters: [{ name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
          responses: answers('200', { type: 'array', items: book }),
        },
        post: { operationId: 'make', requestBody: json({ type: 'object' }), responses: answers('201', book) },
      },
    })
    const books = keepItems('/books', { list: () => ({ status: 200, body: [{ id: 1, tags: ['a', 'b'] }] }) })
    const { log } = await runScenario(document, 'filter list tag', createFakeApi(books))
    expect(log.slice(-2)).toEqual(['filter GET /books?tag=a 200', 'filter GET /books?tag=b 200'])
  })

  it('leaves parameters alone that no property is named for', async () => {
    const ids = scenarioIds(await loadPetStore())
    expect(ids.filter((id) => id.startsWith('filter'))).toEqual(['filter listPets kind'])
  })
})
