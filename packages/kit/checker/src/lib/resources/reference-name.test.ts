import { describe, expect, it } from 'vitest'
import { entityOf, parseReferenceName } from './reference-name.ts'

describe('parseReferenceName', () => {
  it.each([
    ['userId', ['user'], 'id', false],
    ['user_ids', ['user'], 'id', true],
    ['billing-address-uuid', ['billingaddress', 'address'], 'uuid', false],
    ['categoriesSlug', ['category'], 'slug', false],
    ['id', [], 'id', false],
    ['petid', ['pet'], 'id', false],
    ['petids', ['pet'], 'id', true],
    ['session', ['session'], '', false],
    ['tags', ['tag'], '', true],
  ])('reads %s', (name, entities, suffix, isMany) => {
    expect(parseReferenceName(name)).toEqual({ entities, suffix, isMany })
  })
})

describe('entityOf', () => {
  it('joins the words and makes the last one singular', () => {
    expect(entityOf('order-items')).toBe('orderitem')
    expect(entityOf('OrderItem')).toBe('orderitem')
  })
})
