import { expect } from 'vitest'
import { actRig, type Draft } from '../../../test/describe-check.ts'
import { describeVerify } from '../../../test/describe-property.ts'
import { jsonResponse } from '../../../test/one-operation.ts'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { filterNotAppliedRule } from './oracle.ts'

const item = { type: 'object', properties: { id: { type: 'string' }, price: {}, name: {} } }
const DIRECTION = { name: 'direction', in: 'query', schema: { type: 'string' } }
const sorted = (...orders: string[]) => sortedBy({ enum: orders }, DIRECTION)
const sortedBy = (schema: JsonObject, ...others: readonly JsonObject[]) =>
  actRig({
    parameters: [{ name: 'sort', in: 'query', schema: { type: 'string', ...schema } }, ...others],
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
  [
    'reports a list by price desc that rises',
    by({ sort: 'price desc' }, nine, ten),
    1,
    await sorted('price', 'price desc'),
  ],
  [
    'accepts a list by price:asc that rises',
    by({ sort: 'price:asc' }, nine, ten),
    0,
    await sorted('price:asc', 'price:desc'),
  ],
])

const [early, late] = [{ price: '2024-05-05T08:00:00Z' }, { price: '2024-05-05T08:00:00.001Z' }]
const local = { price: '2024-05-05T09:00:00+02:00' }
const usual = { enum: ['price', '-price'], default: '-price' }
const SEARCH = { name: 'q', in: 'query', schema: { type: 'string' } }

describeVerify(filterNotAppliedRule, await sortedBy(usual, SEARCH), [
  ['reports times that contradict the order', by({ sort: 'price' }, late, early), wrong],
  ['accepts times in the order', by({ sort: 'price' }, early, early, late), 0],
  ['keeps silent about times in another zone', by({ sort: 'price' }, early, local), 0],
  ['reports a list that contradicts the default order', by({}, early, late), wrong],
  ['accepts a list in the default order', by({}, late, early), 0],
  ['keeps silent about the default order of a search', by({ q: 'a' }, early, late), 0],
  [
    'keeps silent about a default order whose direction another parameter gives',
    by({}, early, late),
    0,
    await sortedBy(usual, DIRECTION),
  ],
])
