import { expect } from 'vitest'
import { actRig, type Draft } from '../../../test/describe-check.ts'
import { describeVerify } from '../../../test/describe-property.ts'
import { jsonResponse } from '../../../test/one-operation.ts'
import type { Json } from '@contract-kit/json-schema/json'
import { filterNotAppliedRule } from './oracle.ts'

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

describeVerify(filterNotAppliedRule, await sorted('price', '-price', 'name', '-name'), [
  ['reports a list by price that falls', by({ sort: 'price' }, ten, nine), wrong],
  ['reports a list by -price that rises', by({ sort: '-price' }, nine, ten), wrong],
  ['accepts a list by price that rises', by({ sort: 'price' }, nine, nine, ten), 0],
  ['accepts a list by -price that falls', by({ sort: '-price' }, ten, nine), 0],
  ['ignores items without a price', by({ sort: 'price' }, nine, { price: null }, {}, ten), 0],
  ['keeps silent about the order of names', by({ sort: 'name' }, { name: 'b' }, { name: 'A' }), 0],
  [
    'keeps silent if another parameter gives the direction',
    by({ sort: 'price', direction: 'down' }, ten, nine),
    0,
  ],
  ['keeps silent without a minus', by({ sort: 'price' }, ten, nine), 0, await sorted('price', 'name')],
  ['keeps silent about a list in no order', by({}, ten, nine), 0],
])
