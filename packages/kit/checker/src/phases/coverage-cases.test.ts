import { describe, expect, it } from 'vitest'
import { operationOf } from '../http/fixtures/judge-raw.ts'
import { bodyCases } from './coverage-cases.ts'

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
