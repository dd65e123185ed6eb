import { describe, expect, it } from 'vitest'
import { normalizeOpenApi30 } from './normalize-openapi-30.ts'

describe('normalizeOpenApi30', () => {
  it('adds null to a nullable type and its enum', () => {
    expect(normalizeOpenApi30({ type: 'string', nullable: true, enum: ['a'] })).toEqual({
      type: ['string', 'null'],
      nullable: true,
      enum: ['a', null],
    })
  })

  it('adds null to an enum once', () => {
    expect(normalizeOpenApi30({ type: 'string', nullable: true, enum: [null] })).toMatchObject({
      enum: [null],
    })
  })

  it('adds no type where none is', () => {
    expect(normalizeOpenApi30({ nullable: true, enum: ['a'] })).toEqual({ nullable: true, enum: ['a'] })
  })

  it('turns exclusive flags into exclusive bounds', () => {
    const schema = { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }
    expect(normalizeOpenApi30(schema)).toEqual({ exclusiveMinimum: 1, maximum: 9 })
    expect(normalizeOpenApi30({ maximum: 0, exclusiveMaximum: true })).toEqual({ exclusiveMaximum: 0 })
  })

  it('drops an exclusive flag without its bound', () => {
    expect(normalizeOpenApi30({ exclusiveMinimum: true })).toEqual({})
  })

  it('keeps numeric exclusive bounds, which their author meant', () => {
    expect(normalizeOpenApi30({ exclusiveMinimum: 3 })).toEqual({ exclusiveMinimum: 3 })
  })

  it('keeps nothing beside a reference', () => {
    expect(normalizeOpenApi30({ $ref: '#/a', nullable: true, type: 'string' })).toEqual({ $ref: '#/a' })
  })

  it('leaves the schema it is given alone', () => {
    const schema = { type: 'string', nullable: true, minimum: 1, exclusiveMinimum: true }
    normalizeOpenApi30(schema)
    expect(schema).toEqual({ type: 'string', nullable: true, minimum: 1, exclusiveMinimum: true })
  })
})
