import { describe, expect, it } from 'vitest'
import type { ApiDocument, BodyObject } from './api-document.ts'
import { firstSuccess } from './first-success.ts'

const document: ApiDocument = {
  servers: [],
  paths: {},
  components: { headers: { offered: { required: false }, issued: { required: true } } },
}
const answer = (name: string, header?: string): BodyObject => ({
  ...(header === undefined ? {} : { headers: { authorization: { $ref: `#/components/headers/${header}` } } }),
  content: {
    'application/json': {
      schema: { $ref: `#/components/schemas/${name}` },
      examples: {
        one: { value: {}, 'x-request': { request: `${name} one` } },
        other: { value: {}, 'x-request': { request: `${name} other` } },
      },
    },
  },
})
const successOf = (responses: Readonly<Record<string, BodyObject>>) =>
  firstSuccess(document, { operationId: 'a', 'x-access': 'none', responses })

describe('firstSuccess', () => {
  it('takes the first example of the lowest status of success', () => {
    const responses = {
      '102': answer('Early'),
      '400': answer('Refused'),
      '201': answer('Made'),
      '200': answer('Found'),
    }
    expect(successOf(responses)).toMatchObject({
      schema: { $ref: '#/components/schemas/Found' },
      recipe: { request: 'Found one' },
    })
  })

  it('issues a token where its header is in every such answer', () => {
    expect(successOf({ '200': answer('Found', 'issued') }).issuesToken).toBe(true)
    expect(successOf({ '200': answer('Found', 'offered') }).issuesToken).toBe(false)
    expect(successOf({ '200': answer('Found') }).issuesToken).toBe(false)
  })

  it('refuses an operation that cannot be shown', () => {
    expect(() => successOf({ '400': answer('Refused') })).toThrow('a has no success')
    expect(() => successOf({ '204': {} })).toThrow('No example of a 204 says how it is reached')
  })
})
