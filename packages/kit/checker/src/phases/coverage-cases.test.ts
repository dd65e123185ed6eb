import { describe, expect, it } from 'vitest'
import { operationOf } from '../http/fixtures/judge-raw.ts'
import { loadDocument } from '../openapi/load-document.ts'
import { bodyCases, identityCases, mediaCases } from './coverage-cases.ts'

const contentType = 'application/json'
const schema = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    resolution: { enum: ['fixed', 'duplicate'] },
    note: { type: 'string', maxLength: 5 },
  },
}
const operation = await operationOf({
  method: 'post',
  requestBody: { required: true, content: { [contentType]: { schema } } },
})
/** A request that is known to work, with everything in it. */
const full = { id: 7, resolution: 'duplicate', note: 'here' }
const working = { parameters: [], body: { contentType, value: full } }

const bodiesOf = (scenario: string): unknown[] =>
  bodyCases(operation)
    .filter((draft) => draft.scenario === scenario)
    .map((draft) => draft.apply(working as never).body?.value)

describe('bodyCases', () => {
  it('leaves out what a scenario leaves out, though the working request has it', () => {
    expect(bodiesOf('valid_object')).toStrictEqual([{ id: 7 }])
  })

  it('sends each optional property without the others', () => {
    expect(bodiesOf('object_required_and_optional').map((body) => Object.keys(Object(body)))).toContainEqual([
      'id',
      'note',
    ])
  })

  it('keeps the working request around a limit', () => {
    expect(bodiesOf('maximum_length_string')).toStrictEqual([
      { ...full, note: expect.stringMatching(/^.{5}$/) },
    ])
  })
})

const { operations } = await loadDocument({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'query', name: 'k' },
    },
  },
  paths: {
    '/notes': {
      get: { security: [{ token: ['read'] }, { key: [] }], responses: {} },
      put: { security: [{ token: ['write'] }, { token: ['admin'] }], responses: {} },
      post: { security: [{}, { token: ['write'] }], responses: {} },
    },
  },
})

describe('identityCases', () => {
  const nothingTold = { name: 'other', schemes: ['token'], owns: false, isExpired: false }

  it.each([
    ['scopes that do not suffice', { scopes: ['write'] }, ['GET credentials_without_scope']],
    ['scopes of one alternative', { scopes: ['read', 'admin'] }, []],
    ['credentials for an alternative without scopes', { schemes: ['token', 'key'], scopes: ['write'] }, []],
    ['no suitable credentials', { schemes: [], scopes: [] }, []],
    ['ownership alone', { owns: true }, []],
    ['old credentials', { isExpired: true }, ['GET expired_credentials', 'PUT expired_credentials']],
    [
      'another way in',
      { schemes: ['key'] },
      ['invalid', 'cut', 'longer', 'recased', 'relabeled'].map((mode) => `GET ${mode}_credentials`),
    ],
  ])('tries an identity with %s', (_title, told, expected) => {
    const cases = operations.flatMap((one) =>
      identityCases(one, [{ ...nothingTold, ...told }]).map(({ scenario }) => `${one.method} ${scenario}`),
    )
    expect(cases).toStrictEqual(expected)
  })
})

const acceptsOf = async (parameters: object[], content: object) => {
  const responses = { 200: { description: 'A table.', content } }
  const listing = await operationOf({ method: 'get', parameters, responses })
  return mediaCases(listing)
    .filter(({ scenario }) => scenario === 'documented_accept')
    .map(({ alter }) => alter?.({ method: 'GET', target: '/', headers: [], body: undefined }).headers)
}

describe('mediaCases', () => {
  const both = { 'application/json': {}, 'text/csv': {} }

  it('asks for each documented media type alone', async () => {
    expect(await acceptsOf([], both)).toEqual([[['accept', 'application/json']], [['accept', 'text/csv']]])
  })

  it('leaves the choice where there is none, or where a parameter makes it', async () => {
    expect(await acceptsOf([], { 'text/csv': {} })).toEqual([])
    expect(await acceptsOf([{ name: 'format', in: 'query', schema: {} }], both)).toEqual([])
  })
})
