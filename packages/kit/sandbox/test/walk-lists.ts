import type { OpenApiDocument } from '@contract-kit/express'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { listDocument, type ListParts, type Pet } from './list-document.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

const seed = 20_261_126

/** A change between two pages: a new pet, or the deletion of the pet at a place of the list. */
const change = fc.oneof(
  fc.constant({ kind: 'create' } as const),
  fc.record({ kind: fc.constant('delete' as const), place: fc.nat(11) }),
)
const walks = fc.record({
  isNewestFirst: fc.boolean(),
  size: fc.integer({ min: 1, max: 5 }),
  sort: fc.constantFrom('', 'name', '-name', 'weight', '-weight,name'),
  weights: fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }),
  changes: fc.array(change, { maxLength: 6 }),
})

interface Page {
  readonly items: readonly Pet[]
  readonly next: string | null
}

async function create(api: ServedSandbox, name: string, weight: number): Promise<Pet> {
  return (await api.send('POST', '/pets', { name, weight })).json as Pet
}

/** A walk of any page size and order, with any changes meanwhile, shows every lasting item once, in order. */
export async function walkLists(numRuns: number): Promise<void> {
  const parts: ListParts = {
    properties: { weight: { type: 'integer' } },
    query: { limit: { type: 'integer', minimum: 1 }, cursor: { type: 'string' }, sort: { type: 'string' } },
    envelope: { next: { type: ['string', 'null'] } },
    required: ['next'],
  }
  const documentOf = (description: string): OpenApiDocument => listDocument({ ...parts, description })
  await using oldest = await serveSandbox(documentOf('Pets, the oldest first.'))
  await using newest = await serveSandbox(documentOf('Pets, newest first.'))
  const property = fc.asyncProperty(walks, async ({ isNewestFirst, size, sort, weights, changes }) => {
    const api = isNewestFirst ? newest : oldest
    api.sandbox.reset()
    const pets: Pet[] = []
    for (const [index, weight] of weights.entries()) pets.push(await create(api, `p${index % 5}`, weight))
    const expected = (await api.send('GET', `/pets?limit=99&sort=${sort}`)).json as Page
    const lasting = new Set(pets.map(({ id }) => id))
    const shown: string[] = []
    let at = ''
    for (let index = 0; ; index += 1) {
      const { items, next } = (await api.send('GET', `/pets?limit=${size}&sort=${sort}${at}`)).json as Page
      shown.push(...items.map(({ id }) => id))
      if (next === null) break
      at = `&cursor=${next}`
      const step = changes[index]
      if (step?.kind === 'create') await create(api, `new ${index}`, 2)
      const target = step?.kind === 'delete' ? pets[step.place] : undefined
      if (target !== undefined && lasting.delete(target.id)) await api.send('DELETE', `/pets/${target.id}`)
    }
    const unsorted = isNewestFirst ? expected.items.toReversed() : expected.items
    expect(sort === '' ? unsorted[0]?.id : pets[0]?.id).toBe(pets[0]?.id)
    expect(new Set(shown).size).toBe(shown.length)
    const order = expected.items.map(({ id }) => id).filter((id) => lasting.has(id))
    expect(shown.filter((id) => lasting.has(id))).toStrictEqual(order)
  })
  await fc.assert(property, { seed, numRuns })
}
