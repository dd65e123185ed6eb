import { openapiDocument } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { type JsonObject, toList, toObject } from '../json-object.ts'
import { findProblems } from './find-problems.ts'
import { followReference } from './follow-reference.ts'
import { operations, requestExample } from './operations.fixture.ts'

const checkout = operations.find(({ id }) => id === 'checkout')?.body?.schema
const ach = toObject(requestExample('checkout', 'ach'))
const problemsOf = (body: unknown) => findProblems(openapiDocument, checkout, body)

/** Every schema within a schema, references followed. */
function schemasIn(declared: unknown): readonly JsonObject[] {
  const schema = followReference(openapiDocument, declared)
  const inner = [
    ...Object.values(toObject(schema['properties'])),
    ...['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => toList(schema[keyword])),
    ...['items', 'not'].filter((keyword) => keyword in schema).map((keyword) => schema[keyword]),
  ]
  return [schema, ...inner.flatMap(schemasIn)]
}

describe('findProblems', () => {
  it('allows every example of a request', () => {
    const problems = operations.flatMap(({ body }) =>
      (body?.examples ?? []).flatMap(({ value }) => findProblems(openapiDocument, body?.schema, value)),
    )
    expect(problems).toEqual([])
  })

  it('knows every keyword of the requests', () => {
    const used = operations.flatMap(({ body, fields }) =>
      [body?.schema, ...fields.map(({ schema }) => schema)].flatMap(schemasIn).flatMap(Object.keys),
    )
    const applicators = ['type', 'required', 'properties', 'items', 'oneOf', 'anyOf', 'not']
    const limits = ['enum', 'minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum']
    const others = ['exclusiveMaximum', 'minItems', 'maxItems']
    const annotations = ['description', 'examples', 'x-extensible-enum', 'x-variants']
    expect([...new Set(used)].toSorted()).toEqual(
      [...applicators, ...limits, ...others, ...annotations].toSorted(),
    )
  })

  it.each([
    ['a list in place of an object', [], ['Request body must be an object']],
    ['a member that is missing', { ...ach, cards: undefined, payment: {} }, ['payment.method is required']],
    ['an empty list', { ...ach, cards: [] }, ['cards must have at least 1 item']],
    ['a text in place of an object', { ...ach, payment: 'ACH' }, ['payment must be an object']],
    ['a text that is too short', { ...ach, couponCode: '' }, ['couponCode must not be empty']],
  ])('names %s', (_, body, problems) => {
    expect(problemsOf(JSON.parse(JSON.stringify(body)))).toEqual(expect.arrayContaining(problems))
  })

  it('names the place of an item', () => {
    const card = { merchantId: 1.5, faceValue: 2001, percentOff: 100, type: 'paper', quantity: 0 }
    expect(problemsOf({ ...ach, cards: [card] })).toEqual([
      'cards[0].merchantId must be an integer',
      'cards[0].faceValue must be at most 2000',
      'cards[0].percentOff must be less than 100',
      'cards[0].type must be one of ecode, physical, newEcodeB2B, newEcodeAsPre',
      'cards[0].quantity must be at least 1',
    ])
  })

  it('judges by the shape that is meant', () => {
    expect(problemsOf({ cartId: 'x', paymentMethod: 'DRAWDOWN_ACCOUNT' })).toEqual([
      'shippingDetails is required',
    ])
  })

  it('refuses a mix of two shapes', () => {
    expect(problemsOf({ ...ach, cartId: 'x', paymentMethod: 'y' })).toEqual([
      'Request body combines members that cannot be sent together',
    ])
  })

  it('refuses what fits two shapes', () => {
    const schema = { oneOf: [{ type: 'integer' }, { minimum: 1 }] }
    expect(findProblems({}, schema, 2)).toEqual([
      'Request body must match exactly one of the accepted shapes',
    ])
    expect(findProblems({}, schema, 0)).toEqual([])
  })

  it.each([
    [{ format: 'uuid' }, 'no', 'must be a valid UUID'],
    [{ format: 'email' }, 'elite', 'must be a valid email'],
    [{ pattern: '^[A-Z]{2}$' }, 'or', 'has an invalid format'],
    [{ const: 'buy' }, 'sell', 'must be buy'],
    [{ minLength: 3 }, '😀😀', 'must have at least 3 characters'],
    [{ maxLength: 1 }, '😀😀', 'must have at most 1 character'],
    [{ minItems: 2 }, [1], 'must have at least 2 items'],
    [{ maxItems: 0 }, [1], 'must have at most 0 items'],
    [{ type: ['string', 'null'] }, 1, 'must be a string or null'],
    [{ anyOf: [{ type: 'boolean' }] }, 1, 'must be true or false'],
  ])('says what %o lacks in %o', (schema, value, problem) => {
    expect(findProblems({}, schema, value, 'it')).toEqual([`it ${problem}`])
  })

  it.each([
    [{ maxLength: 2 }, '😀😀'],
    [{ minimum: 3, maxItems: 0, pattern: 'x' }, 3],
    [{ format: 'uuid' }, '3F0C2B9A-7d41-4c8e-b6a5-91e2d4c70f18'],
    [{ format: 'password' }, 'anything'],
    [{ type: ['string', 'null'] }, null],
  ])('finds nothing against %o in %o', (schema, value) => {
    expect(findProblems({}, schema, value)).toEqual([])
  })
})
