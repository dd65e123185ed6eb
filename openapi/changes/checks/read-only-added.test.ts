import { describe, expect, it } from 'vitest'
import { compareContracts } from '../compare-contracts.ts'
import { tinyContract } from '../tiny-contract.fixture.ts'
import { readOnlyAdded } from './read-only-added.ts'

const body = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

/** A schema that is sent, one that is got, and one that is both; `marks` tells what becomes of their fields. */
function contract(marks: { readonly [field: string]: object } = {}) {
  const schema = (name: string) => ({
    type: 'object',
    description: name,
    properties: {
      inward: { type: 'string', ...marks['inward'] },
      outward: { type: 'integer', ...marks['outward'] },
    },
  })
  return tinyContract(
    {
      '/a': {
        post: { requestBody: body('Request'), responses: { 200: { description: 'A', ...body('Answer') } } },
        put: { requestBody: body('Both'), responses: { 200: { description: 'A', ...body('Both') } } },
      },
    },
    { schemas: { Request: schema('Request'), Answer: schema('Answer'), Both: schema('Both') } },
  )
}

describe('readOnlyAdded', () => {
  const changes = compareContracts(
    contract(),
    contract({ inward: { readOnly: true }, outward: { writeOnly: true } }),
  )
  const placesOf = (field: string) =>
    changes
      .filter(({ rule, place }) => rule === readOnlyAdded.id && place.includes(field))
      .map(({ place }) => place)

  it('finds a read-only field that callers send', () => {
    expect(placesOf('inward')).toStrictEqual([
      'POST /a, request body, inward (schema Request)',
      'PUT /a, request body, inward (schema Both)',
    ])
  })

  it('finds a write-only field that callers get', () => {
    expect(placesOf('outward')).toStrictEqual([
      'POST /a, answer 200, outward (schema Answer)',
      'PUT /a, request body, outward (schema Both)',
    ])
  })
})
