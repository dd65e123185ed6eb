import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { responseSchemaConformance } from './response-schema-conformance.ts'

const schema = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    tags: { type: 'array', items: { type: 'string' } },
  },
}
const responses = {
  200: jsonResponse(schema),
  204: jsonResponse(schema),
  206: { description: 'text', content: { 'text/plain': {} } },
  400: jsonResponse(schema),
}
const exchange = await createRig(oneOperation({ responses }))
const judge = (draft: Omit<ExchangeDraft, 'operation' | 'status'> & { status?: number }) =>
  responseSchemaConformance.verify(exchange({ operation: 'act', status: 200, ...draft }))
const at = '/paths/~1things/get/responses/200/content/application~1json'

describe('responseSchemaConformance', () => {
  it('is content with a body as documented', () => {
    expect(judge({ json: { id: 1, name: 'a' } })).toEqual([])
  })

  it('names the broken statement', () => {
    expect(judge({ json: { id: 'x', name: 'a' } })).toMatchObject([
      {
        pointer: `${at}/schema/properties/id/type`,
        message: 'The 200 answer of act breaks its schema: /id is not of type integer.',
      },
    ])
  })

  it('makes one finding of all that one object lacks', () => {
    expect(judge({ json: {} })).toMatchObject([{ pointer: `${at}/schema/required` }])
  })

  it('makes one finding of one statement broken twice', () => {
    const [finding, ...others] = judge({ json: { id: 1, name: 'a', tags: [1, 2] } })
    expect(others).toEqual([])
    expect(finding?.message).toBe('The 200 answer of act breaks its schema: /tags is not of type string.')
  })

  it('accuses a leaked secret', () => {
    expect(judge({ json: { id: 1, name: 'a', secret: 's' } })).toMatchObject([
      { pointer: `${at}/schema/properties/secret/writeOnly` },
    ])
  })

  it('accuses what is no JSON', () => {
    expect(judge({ text: '{"id":1,}', headers: { 'content-type': 'application/json' } })).toMatchObject([
      { pointer: at, message: 'The 200 answer of act is not well-formed JSON.' },
    ])
  })

  it('accuses a missing body', () => {
    expect(judge({})).toMatchObject([
      { message: 'The 200 answer of act has no body, though the document promises one.' },
    ])
  })

  it('wants no body of 204, HEAD and texts', () => {
    expect(judge({ status: 204 })).toEqual([])
    expect(judge({ request: { method: 'HEAD' } })).toEqual([])
    expect(judge({ status: 206 })).toEqual([])
  })

  it('leaves errors and undocumented media types to others', () => {
    expect(judge({ status: 400, json: {} })).toEqual([])
    expect(judge({ text: '<a/>', headers: { 'content-type': 'application/xml' } })).toEqual([])
  })
})
