import { describe, expect, it } from 'vitest'
import { createJudge, type Direction } from '../index.ts'
import type { Json } from '../base/json.ts'

const account = {
  required: ['id', 'name', 'password'],
  properties: { id: { readOnly: true, type: 'integer' }, name: true, password: { writeOnly: true } },
}
const behindReferences = {
  properties: { pin: { allOf: [{ description: 'PIN' }, { $ref: '#/$defs/secret' }] } },
  required: ['pin'],
  $defs: { secret: { $ref: '#/$defs/base' }, base: { writeOnly: true } },
}
const elsewhere = {
  allOf: [{ $ref: '#/$defs/base' }, { required: ['id'] }],
  $defs: { base: { properties: { id: { readOnly: true } } } },
}
const nested = {
  properties: { id: { readOnly: true }, child: { required: ['id'], properties: { id: true } } },
}
const id = { properties: { id: { readOnly: true } } }
const oneOfTwo = { ...id, oneOf: [{ required: ['id'] }, { required: ['name'] }] }
const oneOfThree = { ...id, oneOf: [{ required: ['a'] }, { required: ['a', 'id'] }, { required: ['b'] }] }
const dependent = { ...id, dependentRequired: { name: ['id'] } }

describe('createJudge', () => {
  it.each<
    readonly [schema: Json, value: Json, direction: Direction | undefined, failures: readonly string[]]
  >([
    [account, { id: 1, name: '', password: 'x' }, 'response', ['/properties/password/writeOnly @/password']],
    [account, { id: 1, name: '' }, 'response', []],
    [account, { name: '' }, 'response', ['/required @']],
    [account, { name: '', password: '' }, 'request', []],
    [account, { name: '' }, 'request', ['/required @']],
    [account, { id: 1, name: '', password: '' }, 'request', []],
    [account, { name: '' }, undefined, ['/required @', '/required @']],
    [account, { id: 1, name: '', password: '' }, undefined, []],
    [behindReferences, {}, 'response', []],
    [behindReferences, { pin: 1 }, 'response', ['/$defs/base/writeOnly @/pin']],
    [elsewhere, {}, 'request', []],
    [elsewhere, {}, 'response', ['/allOf/1/required @']],
    [{ properties: {}, required: ['toString'] }, {}, 'request', ['/required @']],
    [{ properties: { toString: 7 }, required: ['toString'] }, {}, 'request', ['/required @']],
    [nested, { child: {} }, 'request', ['/properties/child/required @/child']],
    [
      { patternProperties: { '^s': { writeOnly: true } } },
      { s1: 1 },
      'response',
      ['/patternProperties/^s/writeOnly @/s1'],
    ],
    [
      { additionalProperties: { writeOnly: true } },
      { s1: 1 },
      'response',
      ['/additionalProperties/writeOnly @/s1'],
    ],
    // `not` and `if` are read by the letter.
    [{ ...id, not: { required: ['id'] } }, {}, 'request', []],
    [{ ...id, if: { not: { required: ['id'] } }, else: false }, {}, 'request', []],
    // No branch is a second match only because of the direction.
    [oneOfTwo, { name: '' }, 'request', []],
    [oneOfTwo, {}, 'request', []],
    [oneOfTwo, { id: 1, name: '' }, 'request', ['/oneOf @']],
    [oneOfThree, { a: 1 }, 'request', []],
    [oneOfThree, { a: 1, b: 1 }, 'request', ['/oneOf @']],
    [dependent, { name: '' }, 'request', []],
    [dependent, { name: '' }, 'response', ['/dependentRequired @']],
  ])('judges by %j the value %j of a %s: %j', (schema, value, direction, failures) => {
    const reported = createJudge(
      schema,
      direction && { direction },
    )(value).map(({ schemaPointer, instancePointer }) => `${schemaPointer} @${instancePointer}`)
    expect(reported).toEqual(failures)
  })
})
