import { describe, expect, it } from 'vitest'
import { describePlace } from './describe-place.ts'

const placeOf = (path: string, pointer = path) =>
  describePlace({
    path,
    typeName: '',
    kind: 'modified',
    impact: 'patch',
    verdicts: [],
    revision: { pointer },
  })

describe('describePlace', () => {
  it('leads through an answer to a field', () => {
    expect(
      placeOf(
        '#/paths/~1v3~1carts/post/responses/200/content/application~1json/schema/properties/cards/items/properties/cost',
        '#/components/schemas/CartCard/properties/cost',
      ),
    ).toBe('POST /v3/carts, answer 200, cards[].cost (schema CartCard)')
  })

  it('leads through the variants of a request', () => {
    expect(
      placeOf(
        '#/paths/~1v3~1orders/post/requestBody/content/application~1json/schema/oneOf/1/properties/to/$ref/properties/city',
        '#/components/schemas/Address/properties/city',
      ),
    ).toBe('POST /v3/orders, request body, variant 2: to.city (schema Address)')
  })

  it('tells a choice within a field apart', () => {
    expect(
      placeOf('#/paths/~1a/get/responses/200/content/text~1a/schema/properties/b/oneOf/0/properties/c'),
    ).toBe('GET /a, answer 200, b, variant 1: c')
  })

  it('leads through maps and other keywords', () => {
    const schema = '#/paths/~1a/get/responses/200/content/text~1a/schema'
    expect(placeOf(`${schema}/properties/b/additionalProperties/properties/c`)).toBe(
      'GET /a, answer 200, b{}.c',
    )
    expect(placeOf(`${schema}/properties/b/allOf/1`)).toBe('GET /a, answer 200, b, variant 2')
    expect(placeOf(`${schema}/discriminator/mapping/c`)).toBe('GET /a, answer 200, discriminator mapping c')
  })

  it('names headers and parameters', () => {
    expect(placeOf('#/paths/~1a/get/responses/200/headers/x-b')).toBe('GET /a, answer 200, header x-b')
    expect(placeOf('#/paths/~1a/parameters/0/schema', '#/components/parameters/cartId/schema')).toBe(
      '/a, parameter cartId',
    )
    expect(placeOf('#/paths/~1a/get/parameters/0')).toBe('GET /a, a parameter')
  })

  it('names what is not in a path', () => {
    expect(placeOf('#/paths/~1a')).toBe('/a')
    expect(placeOf('#/paths/~1a/get')).toBe('GET /a')
    expect(placeOf('#/paths/~1a/get/security/0')).toBe('GET /a, security 0')
    expect(placeOf('#/servers/1')).toBe('servers 1')
    expect(placeOf('#/')).toBe('the document')
  })
})
