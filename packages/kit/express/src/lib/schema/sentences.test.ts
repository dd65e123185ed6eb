import { describe, expect, it } from 'vitest'
import { toSentence } from './sentences.ts'

describe('toSentence', () => {
  it.each([
    ['required', ['a'], 'is required'],
    ['dependentRequired', { a: ['b'] }, 'is required'],
    ['type', 'integer', 'must be an integer'],
    ['type', 'number', 'must be a number'],
    ['type', 'string', 'must be a string'],
    ['type', 'boolean', 'must be true or false'],
    ['type', 'array', 'must be an array'],
    ['type', 'object', 'must be an object'],
    ['type', ['string', 'null'], 'must be a string or null'],
    ['enum', ['a', 'b'], 'must be one of a, b'],
    ['enum', ['a'], 'must be a'],
    ['const', 'buy', 'must be buy'],
    ['format', 'email', 'must be a valid email'],
    ['format', 'uuid', 'must be a valid UUID'],
    ['format', 'date-time', 'must be a valid date-time'],
    ['pattern', '^x$', 'has an invalid format'],
    ['minLength', 1, 'must not be empty'],
    ['minLength', 3, 'must have at least 3 characters'],
    ['maxLength', 1, 'must have at most 1 character'],
    ['minimum', 1, 'must be at least 1'],
    ['maximum', 100, 'must be at most 100'],
    ['exclusiveMinimum', 0, 'must be greater than 0'],
    ['exclusiveMaximum', 100, 'must be less than 100'],
    ['multipleOf', 5, 'must be a multiple of 5'],
    ['minItems', 1, 'must have at least 1 item'],
    ['maxItems', 50, 'must have at most 50 items'],
    ['uniqueItems', true, 'must not repeat an item'],
    ['contains', {}, 'lacks an item that must be in it'],
    ['minProperties', 1, 'must have at least 1 member'],
    ['maxProperties', 2, 'must have at most 2 members'],
    ['propertyNames', {}, 'has a member with an invalid name'],
    ['additionalProperties', false, 'has a member that is not allowed'],
    ['unevaluatedProperties', false, 'has a member that is not allowed'],
    ['unevaluatedItems', false, 'has an item that is not allowed'],
    ['readOnly', true, 'is read-only'],
    ['not', {}, 'combines members that cannot be sent together'],
    ['oneOf', [], 'must match exactly one of the accepted shapes'],
    ['anyOf', [], 'must match one of the accepted shapes'],
    ['if', {}, 'is not valid'],
    ['unheardOf', {}, 'is not valid'],
  ])('says %s %j', (keyword, operand, sentence) => {
    expect(toSentence(keyword, { [keyword]: operand })).toBe(sentence)
  })
  it('says that a forbidden member is not allowed', () => {
    expect(toSentence('false schema', false)).toBe('is not allowed')
  })
})
