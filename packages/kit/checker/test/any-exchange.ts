import * as fc from 'fast-check'
import type { Json } from '@contract-kit/json-schema/json'
import type { ExchangeDraft } from './create-exchange.ts'
import { pets } from './pet-shop.ts'

const pet = fc.record(
  {
    id: fc.oneof(fc.constantFrom('p1', 'p2', null), fc.jsonValue()),
    name: fc.jsonValue(),
    tags: fc.jsonValue(),
    weight: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const bodies = fc.oneof(
  pet,
  fc.jsonValue(),
  fc.record({ items: fc.oneof(fc.array(pet), fc.jsonValue()) }),
  fc.record({ data: pet }),
)
const toys = (operation: string, method: string) => (more: Partial<ExchangeDraft>) => ({
  operation,
  path: { petId: 'p1', toyId: 1 },
  status: 200,
  ...(method === 'POST' ? { body: { name: 'ball' } } : {}),
  ...more,
})

/** Any request to the pet shop, with a response of any kind. */
export const anyExchange: fc.Arbitrary<ExchangeDraft> = fc
  .record({
    make: fc.constantFrom<((more: Partial<ExchangeDraft>) => ExchangeDraft)[]>(
      pets.create,
      pets.createSecond,
      (more) => pets.read(null, more),
      (more) => pets.put({ name: 'a' }, more),
      (more) => pets.patch({ nick: null }, more),
      pets.remove,
      (more) => pets.list([], more),
      toys('createToy', 'POST'),
      toys('getToy', 'GET'),
      toys('listToys', 'GET'),
      toys('sellPet', 'POST'),
    ),
    status: fc.constantFrom(200, 201, 202, 204, 304, 400, 404, 410, 412, 500),
    json: bodies,
    body: fc.option(bodies as fc.Arbitrary<Json>, { nil: undefined }),
  })
  .map(({ make, status, json, body }) => make({ status, json, ...(body === undefined ? {} : { body }) }))
