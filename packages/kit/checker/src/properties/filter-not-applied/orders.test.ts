import { expect } from 'vitest'
import { actRig, describeCheck, type Draft } from '../../../test/describe-check.ts'
import { jsonResponse } from '../../../test/one-operation.ts'
import type { Json } from '@contract-kit/json-schema/json'
import { filterNotApplied } from './oracle.ts'

const item = { type: 'object', properties: { id: { type: 'string' }, price: {}, name: {} } }
const sorted = (...orders: readonly string[]) =>
  actRig({
    parameters: [
      { name: 'sort', in: 'query', schema: { type: 'string', enum: orders } },
      { name: 'direction', in: 'query', schema: { type: 'string' } },
    ],
    responses: { 200: jsonResponse({ type: 'array', items: item }) },
  })
const by = (query: Readonly<Record<string, Json>>, ...items: readonly object[]): Draft => ({
  query,
  json: items.map((each, index) => ({ id: String(index), ...each })),
})
const wrong = [
  {
    message: expect.stringContaining('is not in the order that the query parameter sort requests') as string,
  },
]
const [nine, ten] = [{ price: 9 }, { price: 10 }]

describeCheck(filterNotApplied, await sorted('price', '-price', 'name', '-name'), [
  ['reports a list by price that falls', by({ sort: 'price' }, ten, nine), wrong],
  ['reports a list by -price that rises', by({ sort: '-price' }, nine, ten), wrong],
  ['takes a list by price that rises', by({ sort: 'price' }, nine, nine, ten), 0],
  ['takes a list by -price that falls', by({ sort: '-price' }, ten, nine), 0],
  ['overlooks items without a price', by({ sort: 'price' }, nine, { price: null }, {}, ten), 0],
  ['claims nothing of the order of names', by({ sort: 'name' }, { name: 'b' }, { name: 'A' }), 0],
  [
    'claims nothing where the direction is said elsewhere',
    by({ sort: 'price', direction: 'down' }, ten, nine),
    0,
  ],
  ['claims nothing without a minus', by({ sort: 'price' }, ten, nine), 0, await sorted('price', 'name')],
  ['claims nothing of a list in no order', by({}, ten, nine), 0],
])
