import { describe, expect, it } from 'vitest'
import { isConstant } from './is-constant.ts'

const document = {
  servers: [],
  paths: {},
  components: { schemas: { One: { enum: ['a'] }, Two: { enum: ['a', 'b'] } } },
}

describe('isConstant', () => {
  it('holds for one value alone', () => {
    const schemas = [{ const: false }, { enum: ['a'] }, { $ref: '#/components/schemas/One' }]
    expect(schemas.map((schema) => isConstant(document, schema))).toStrictEqual([true, true, true])
  })

  it('does not hold for a choice', () => {
    const schemas = [{}, { enum: ['a', 'b'] }, { $ref: '#/components/schemas/Two' }]
    expect(schemas.map((schema) => isConstant(document, schema))).toStrictEqual([false, false, false])
  })
})
