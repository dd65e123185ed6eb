import { expect, test } from 'vitest'
import { findWideInteger } from './wide-integer.ts'

test.each([
  [{ type: 'integer', format: 'int64' }, '/a'],
  [{ type: ['integer', 'null'], format: 'uint64', minimum: 0 }, '/a'],
  [{ type: 'integer', maximum: 9007199254740993n }, '/a'],
  [{ type: 'integer', minimum: 0, maximum: 1e19 }, '/a'],
  [{ items: [{ type: 'integer', format: 'int64' }] }, '/a/items/0'],
  [{ type: 'integer', format: 'int64', minimum: 0, maximum: 100 }, undefined],
  [{ type: 'integer', format: 'int32' }, undefined],
  [{ type: 'integer' }, undefined],
  [{ type: 'string', format: 'int64' }, undefined],
])('findWideInteger finds in %o the place %s', (schema, expected) => {
  expect(findWideInteger({ a: schema })).toBe(expected)
})
