import { actRig, describeCheck, type Draft } from '../../../test/describe-check.ts'
import { jsonResponse } from '../../../test/one-operation.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import { defaultNotApplied } from './oracle.ts'

const { create, list, patch, put, read } = steps
const rex = { id: 'p1', name: 'Rex' }
const made = (more: object) => create({ json: { ...rex, ...more } })
const home = (city: string) =>
  create({ body: { name: 'a', home: { street: 'x' } }, json: { ...rex, home: { street: 'x', city } } })
const sell = (reason: string): Draft => ({
  operation: 'sellPet',
  path: { petId: 'p1' },
  body: {},
  json: { data: { reason, price: 9 } },
})
const pets = (count: number, query = {}) =>
  list(
    'list',
    Array.from({ length: count }, (_each, index) => ({ id: `p${index}`, name: 'a' })),
    { query },
  )
const telling = (told: object) => list('list', [], { json: { items: [], ...told } })
const [one, other] = [{ id: 'a' }, { id: 'b' }]
const compared = (bare: readonly object[], full: readonly object[], told = {}): Draft[] => [
  { ...list('list-bare', bare), json: { items: bare, ...told } },
  { ...list('list-defaults', full), json: { items: full, ...told } },
]

describeCheck(defaultNotApplied, shop, [
  [
    'reports a creation that takes another value',
    made({ kind: 'dog', vet: 'Dr. Who' }),
    [
      {
        operationId: 'createPet',
        pointer: '/components/schemas/PetInput/properties/kind/default',
        message: 'The 201 response of createPet does not apply the default of kind.',
      },
    ],
  ],
  [
    'reports a creation by what is read later',
    [
      create({ json: undefined, headers: { location: '/pets/p1' } }),
      read('read-created', { ...rex, kind: 'dog' }),
    ],
    [{ operationId: 'createPet' }],
  ],
  [
    'looks into objects',
    home('Rome'),
    'The 201 response of createPet does not apply the default of home/city.',
  ],
  ['takes the default in an object', home('Oslo'), 0],
  ['reports an emptied value', made({ vet: '' }), 1],
  ['reports a PUT', put({ name: 'Rex' }, { json: { ...rex, kind: 'dog' } }), [{ operationId: 'replacePet' }]],
  ['takes the default', made({ kind: 'cat', vet: 'dr. who' }), 0],
  ['takes what is not shown', create(), 0],
  [
    'claims nothing of a value that was sent',
    create({ body: { name: 'a', kind: 'dog' }, json: { ...rex, kind: 'dog' } }),
    0,
  ],
  ['claims nothing of a PATCH', patch({ name: 'a' }, { json: { ...rex, kind: 'dog' } }), 0],
  [
    'reports an action that chooses another value',
    sell('moved'),
    [{ pointer: '/components/schemas/Reason/default' }],
  ],
  ['takes the default of an action', sell('present'), 0],
  [
    'leaves another item altogether to another check',
    [create({ json: { id: 'p1' } }), read('read-created', { id: 'p2', name: 'a', kind: 'dog' })],
    0,
  ],
  [
    'reports a page longer than by default',
    pets(4),
    'The 200 response of listPets does not apply the default of the query parameter limit.',
  ],
  ['takes a page of the default length', pets(3), 0],
  ['takes a page of the length asked for', pets(4, { limit: 9 }), 0],
  ['reports another limit that is told', telling({ limit: 20 }), 1],
  ['reports another limit that is told elsewhere', telling({ meta: { limit: 20 } }), 1],
  ['takes the default limit that is told', telling({ meta: { limit: 3 } }), 0],
  [
    'reports a list that is another one with its defaults sent',
    compared([one], [one, other]),
    'The 200 response of listPets differs from the list that the documented defaults give when they are sent.',
  ],
  ['reports other items of a whole list', compared([one], [other], { has_more: false }), 1],
  ['takes other items of a page', compared([one], [other]), 0],
  ['takes another order', compared([one, other], [other, one], { has_more: false }), 0],
])

const parameter = (name: string, schema: object) => ({ name, in: 'query', schema })
const choice = { type: 'string', enum: ['a', 'b'] }
const item = {
  type: 'object',
  properties: { id: { type: 'integer' }, kind: choice, sold: { type: 'boolean' } },
}
const listing = await actRig({
  parameters: [
    parameter('size', { type: 'integer', default: 3 }),
    parameter('page', { type: 'integer', default: 1 }),
    parameter('kind', { ...choice, default: 'a' }),
    parameter('sold', { type: 'boolean', default: false }),
  ],
  responses: { 200: jsonResponse({ type: 'object', properties: { items: { type: 'array', items: item } } }) },
})
const items = (count: number, more: object = {}, told: object = {}) => ({
  json: {
    items: Array.from({ length: count }, (_each, id) => ({ id, kind: 'a', sold: false, ...more })),
    ...told,
  },
})
const ignored = (name: string) =>
  `The 200 response of act does not apply the default of the query parameter ${name}.`

describeCheck(defaultNotApplied, listing, [
  ['reports a page that is too long', items(4), ignored('size')],
  ['takes a page of the size asked for', { ...items(4), query: { size: 9 } }, 0],
  ['reports another page that is told', items(0, {}, { meta: { page: 0 } }), ignored('page')],
  ['takes the default page that is told', items(0, {}, { page: { page: 1, size: 3 } }), 0],
  ['reports another size that is told', items(0, {}, { page: { size: 20 } }), ignored('size')],
  ['takes a size that is the number of items', items(2, {}, { size: 2 }), 0],
  ['takes a size that is the total', items(2, {}, { size: 2, total: 2 }), 0],
  ['reports a size where there are more', items(2, {}, { size: 2, total: 5 }), ignored('size')],
  [
    'reports a size where a header tells of more',
    { ...items(2, {}, { size: 2 }), headers: { 'x-total-count': '5' } },
    ignored('size'),
  ],
  ['reports items that the default of a filter excludes', items(1, { kind: 'b' }), ignored('kind')],
  ['takes a flag that is off, which may exclude nothing', items(1, { sold: true }), 0],
  [
    'takes what was asked for',
    { ...items(1, { kind: 'b', sold: true }), query: { kind: 'b', sold: true } },
    0,
  ],
])
