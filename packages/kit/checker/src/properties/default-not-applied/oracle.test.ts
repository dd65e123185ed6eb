import { actRig, describeCheck, type Draft } from '../../../test/describe-check.ts'
import { checkOf, describeRule } from '../../../test/describe-property.ts'
import { jsonResponse } from '../../../test/one-operation.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { changedItemRead, createdItemRead, listWithDefaults } from '../../scenarios/evidence.ts'
import { defaultNotAppliedRule as rule } from './oracle.ts'

const { create, list, patch, put, read } = pets
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
const listed = (count: number, query = {}) =>
  list(
    Array.from({ length: count }, (_each, index) => ({ id: `p${index}`, name: 'a' })),
    { query },
  )
const telling = (told: object) => list([], { json: { items: [], ...told } })

describeCheck(checkOf(rule), shop, [
  [
    'reports a creation that sets another value',
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
    'looks into objects',
    home('Rome'),
    'The 201 response of createPet does not apply the default of home/city.',
  ],
  ['accepts the default in an object', home('Oslo'), 0],
  ['reports an emptied value', made({ vet: '' }), 1],
  ['reports a PUT', put({ name: 'Rex' }, { json: { ...rex, kind: 'dog' } }), [{ operationId: 'replacePet' }]],
  ['accepts the default', made({ kind: 'cat', vet: 'dr. who' }), 0],
  ['accepts a property that is not shown', create(), 0],
  [
    'keeps silent about a value that was sent',
    create({ body: { name: 'a', kind: 'dog' }, json: { ...rex, kind: 'dog' } }),
    0,
  ],
  ['keeps silent about PATCH', patch({ name: 'a' }, { json: { ...rex, kind: 'dog' } }), 0],
  [
    'reports an action that chooses another value',
    sell('moved'),
    [{ pointer: '/components/schemas/Reason/default' }],
  ],
  ['accepts the default of an action', sell('present'), 0],
  [
    'reports a page longer than by default',
    listed(4),
    'The 200 response of listPets does not apply the default of the query parameter limit.',
  ],
  ['accepts a page of the default length', listed(3), 0],
  ['accepts a page of the requested length', listed(4, { limit: 9 }), 0],
  ['reports another limit that the response names', telling({ limit: 20 }), 1],
  ['reports another limit that the response names elsewhere', telling({ meta: { limit: 20 } }), 1],
  ['accepts the default limit that the response names', telling({ meta: { limit: 3 } }), 0],
])

const silent = { json: undefined, text: '' }
const dog = read({ ...rex, kind: 'dog' })
const changed = (change: Draft) => ({ earlier: [], before: undefined, change })

describeRule(rule, createdItemRead, shop, [
  [
    'reports a creation by the read after it',
    { create: create({ json: undefined, headers: { location: '/pets/p1' } }), read: dog },
    [{ operationId: 'createPet' }],
  ],
  ['accepts the default in the read', { create: create(silent), read: read({ ...rex, kind: 'cat' }) }, 0],
  ['keeps silent after 202', { create: create({ ...silent, status: 202 }), read: dog }, 0],
  [
    'leaves a wholly different item to another rule',
    { create: create({ json: { id: 'p1' } }), read: read({ id: 'p2', name: 'a', kind: 'dog' }) },
    0,
  ],
])

describeRule(rule, changedItemRead, shop, [
  [
    'reports a PUT by the read after it',
    { ...changed(put({ name: 'Rex' }, silent)), read: dog },
    [{ operationId: 'replacePet' }],
  ],
  ['keeps silent about PATCH', { ...changed(patch({ name: 'Rex' }, silent)), read: dog }, 0],
  ['keeps silent after a rejection', { ...changed(put({ name: 'Rex' }, { status: 404 })), read: dog }, 0],
])

const [one, other] = [{ id: 'a' }, { id: 'b' }]
const compared = (bare: readonly object[], full: readonly object[], told = {}) => ({
  bare: list(bare, { json: { items: bare, ...told } }),
  full: list(full, { json: { items: full, ...told } }),
})

describeRule(rule, listWithDefaults, shop, [
  [
    'reports a list that differs when its defaults are sent',
    compared([one], [one, other]),
    'The 200 response of listPets differs from the list that is returned when the documented defaults are sent.',
  ],
  ['reports other items of a whole list', compared([one], [other], { has_more: false }), 1],
  ['accepts other items of a page', compared([one], [other]), 0],
  ['accepts another order', compared([one, other], [other, one], { has_more: false }), 0],
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

describeCheck(checkOf(rule), listing, [
  ['reports a page that is too long', items(4), ignored('size')],
  ['accepts a page of the requested size', { ...items(4), query: { size: 9 } }, 0],
  ['reports another page that the response names', items(0, {}, { meta: { page: 0 } }), ignored('page')],
  ['accepts the default page that the response names', items(0, {}, { page: { page: 1, size: 3 } }), 0],
  ['reports another size that the response names', items(0, {}, { page: { size: 20 } }), ignored('size')],
  ['accepts a size that is the number of items', items(2, {}, { size: 2 }), 0],
  ['accepts a size that is the total', items(2, {}, { size: 2, total: 2 }), 0],
  ['reports a size if there are more', items(2, {}, { size: 2, total: 5 }), ignored('size')],
  [
    'reports a size if a header announces more',
    { ...items(2, {}, { size: 2 }), headers: { 'x-total-count': '5' } },
    ignored('size'),
  ],
  ['reports items that the default of a filter excludes', items(1, { kind: 'b' }), ignored('kind')],
  ['accepts a flag that is off, which may exclude nothing', items(1, { sold: true }), 0],
  [
    'accepts what was requested',
    { ...items(1, { kind: 'b', sold: true }), query: { kind: 'b', sold: true } },
    0,
  ],
])
