import { describe, expect, it } from 'vitest'
import { operationOf } from '@contract-kit/openapi/testing'
import { bodyCases, mediaCases, parameterCases } from './coverage-cases.ts'

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
/** A working request with every part. */
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

const changedBy = async (method: string, body: object, scenario: string): Promise<unknown[]> => {
  const requestBody = { required: true, content: { [contentType]: { schema: body } } }
  return bodyCases(await operationOf({ requestBody }, { method }))
    .filter((draft) => draft.scenario === scenario)
    .map((draft) => draft.apply(working as never).body?.value)
}

describe('bodyCases of a schema', () => {
  it('changes one property at a time by a patch', async () => {
    const { required: _required, ...patch } = schema
    expect(await changedBy('patch', patch, 'string_above_max_length')).toEqual([{ note: expect.any(String) }])
    expect(await changedBy('put', patch, 'string_above_max_length')).toEqual([
      { ...full, note: expect.any(String) },
    ])
  })

  it('leaves out what would break another statement, too', async () => {
    const { resolution: _resolution, ...properties } = schema.properties
    const closed = { ...schema, properties, additionalProperties: false }
    const [broken] = await changedBy('put', closed, 'string_above_max_length')
    expect(Object.keys(Object(broken)).toSorted()).toEqual(['id', 'note'])
  })

  it('sends null for a choice of texts, which breaks type and choice at once', async () => {
    const choice = {
      type: 'object',
      properties: { resolution: { type: 'string', enum: ['fixed', 'duplicate'] } },
    }
    expect(await changedBy('put', choice, 'null_for_choice')).toEqual([{ ...full, resolution: null }])
    const open = { properties: { resolution: { type: ['string', 'null'], enum: ['fixed', null] } } }
    expect(await changedBy('put', open, 'null_for_choice')).toEqual([])
  })

  it('breaks what a condition asks for under each choice that meets it', async () => {
    const conditional = {
      type: 'object',
      required: ['resolution'],
      additionalProperties: false,
      properties: {
        resolution: { type: 'string', enum: ['fixed', 'duplicate', 'open'] },
        of: { type: 'integer' },
      },
      if: { properties: { resolution: { enum: ['fixed', 'duplicate'] } } },
      then: { required: ['of'] },
    }
    const broken = await changedBy('put', conditional, 'object_missing_required_property')
    expect(new Set(broken.map((body) => (body as { resolution?: string }).resolution))).toEqual(
      new Set(['duplicate', 'fixed', undefined]),
    )
    expect(new Set(broken.flatMap((body) => Object.keys(Object(body))))).toEqual(
      new Set(['of', 'resolution']),
    )
  })
})

describe('parameterCases', () => {
  it.each([
    [{ type: 'string', maxLength: 9 }, ['([*\\']],
    [{ type: 'string', maxLength: 2 }, []],
    [{ type: 'string', enum: ['a'] }, []],
    [{ type: 'integer' }, []],
  ])('searches %j for signs of patterns', async (text, values) => {
    const search = await operationOf({ parameters: [{ name: 'q', in: 'query', schema: text }] })
    const sent = parameterCases(search)
      .filter(({ scenario }) => scenario === 'signs_of_patterns')
      .map((draft) => draft.apply({ query: {} } as never).query['q'])
    expect(sent).toEqual(values)
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
