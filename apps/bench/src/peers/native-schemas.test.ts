import { describe, expect, it } from 'vitest'
import { toNativeSchemas } from './native-schemas.ts'

describe('toNativeSchemas', () => {
  it('has what a request carries, by place', () => {
    expect(toNativeSchemas('/v3/orders', 'post')).toMatchObject({
      querystring: { properties: { checkout: { enum: ['condensed'] } }, required: ['checkout'] },
      headers: { properties: { 'user-agent': { type: 'string' } }, required: [] },
      body: { oneOf: [{ type: 'object' }, { type: 'object' }] },
    })
  })

  it('has the body of every answer, without references', () => {
    const schemas = toNativeSchemas('/v3/wallets/{cardId}', 'get')
    expect(schemas).toMatchObject({
      params: { required: ['cardId'] },
      response: { 200: { type: 'object' }, 404: { type: 'object' } },
    })
    expect(schemas).not.toHaveProperty('body')
    expect(JSON.stringify(schemas)).not.toContain('$ref')
  })
})
