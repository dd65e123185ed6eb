import { describe, expect, it } from 'vitest'
import { findDirections } from './find-directions.ts'
import type { FoundChange } from './found-change.ts'
import { tinyContract } from './tiny-contract.fixture.ts'

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (name: string) => ({ content: { 'application/json': { schema: to(name) } } })
const directions = findDirections([
  tinyContract(
    {
      '/a': {
        parameters: [{ name: 'n', in: 'query', schema: to('Sort') }],
        post: { requestBody: json('Request'), responses: { 200: { description: 'A', ...json('Answer') } } },
      },
    },
    {
      schemas: {
        Sort: {},
        Request: { properties: { address: to('Address') } },
        Answer: { properties: { addresses: { items: to('Address') }, own: to('Answer') } },
        Address: {},
      },
    },
  ),
])
const change = (pointer: string, path = pointer): FoundChange => ({
  path,
  typeName: 'Schema',
  kind: 'modified',
  impact: 'patch',
  verdicts: [],
  revision: { pointer },
})

describe('findDirections', () => {
  it('follows requests and answers into schemas', () => {
    expect(directions(change('#/components/schemas/Request/properties/address'))).toStrictEqual({
      isSent: true,
      isReceived: false,
    })
    expect(directions(change('#/components/schemas/Answer'))).toStrictEqual({
      isSent: false,
      isReceived: true,
    })
    expect(directions(change('#/components/schemas/Sort'))).toStrictEqual({ isSent: true, isReceived: false })
  })

  it('knows a schema that goes both ways', () => {
    const both = { isSent: true, isReceived: true }
    expect(directions(change('#/components/schemas/Address/properties/street'))).toStrictEqual(both)
  })

  it('goes by the path where no schema is named', () => {
    const header = '#/paths/~1a/post/responses/200/headers/x-parameters/schema'
    expect(directions(change(header))).toStrictEqual({ isSent: false, isReceived: true })
  })
})
