import { describe, expect, it } from 'vitest'
import { type ExampleDocument, readExamples } from './read-examples.ts'

const created = {
  headers: { 'X-Name': { $ref: '#/components/headers/name' }, 'x-rare': { example: 'rare' } },
  content: { 'application/json': { examples: { made: { value: { a: 1 } } } } },
}
const refused = {
  headers: { 'x-error-code': { required: true, example: 'no_stock' } },
  content: { 'application/json': { examples: { no_stock: { value: 1 }, no_money: { value: 2 } } } },
}
const failed = {
  headers: { 'x-error-code': { required: true, example: 'broken' } },
  content: { 'application/json': { examples: { overloaded: { value: 3 } } } },
}

const documentWith = (responses: Record<string, object>): ExampleDocument => ({
  paths: { '/a/{id}': { parameters: [], post: { operationId: 'makeA', responses } } },
  components: {
    headers: { name: { required: true, example: 7 } },
    responses: { created },
  },
})

describe('readExamples', () => {
  it('reads status, required headers and body of each example', () => {
    expect(readExamples(documentWith({ 201: { $ref: '#/components/responses/created' } }))).toStrictEqual([
      {
        operationId: 'makeA',
        method: 'POST',
        path: '/a/{id}',
        examples: [{ name: 'made', status: 201, headers: { 'x-name': '7' }, body: { a: 1 } }],
      },
    ])
  })

  it('takes the code of an example from its name among several', () => {
    const [operation] = readExamples(documentWith({ 201: created, 400: refused, 503: failed }))
    const codes = operation?.examples.map(({ name, headers }) => [name, headers['x-error-code']])
    expect(codes).toStrictEqual([
      ['made', undefined],
      ['no_stock', 'no_stock'],
      ['no_money', 'no_money'],
      ['overloaded', 'broken'],
    ])
  })

  it.each([
    ['has two examples of one name', { 200: created, 201: created }],
    ['has no success example', { 400: refused }],
  ])('refuses an operation that %s', (message, responses) => {
    expect(() => readExamples(documentWith(responses))).toThrow(`makeA ${message}`)
  })

  it('refuses a reference that leads nowhere', () => {
    expect(() => readExamples(documentWith({ 201: { $ref: '#/components/responses/lost' } }))).toThrow(
      '#/components/responses/lost leads nowhere',
    )
  })
})
