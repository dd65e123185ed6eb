import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { contentTypeConformance } from './content-type-conformance.ts'

const content = { 'application/json': {}, 'text/*': {} }
const exchange = await createRig(
  oneOperation({
    responses: {
      200: { description: 'ok', content },
      204: { description: 'none' },
      400: { description: 'no', content: { 'application/problem+json': {} } },
    },
  }),
)
const judge = (type: string, body: string | Uint8Array = '{}', status = 200) =>
  contentTypeConformance.verify(
    exchange({
      operation: 'act',
      status,
      headers: { 'content-type': type },
      ...(typeof body === 'string' ? { text: body } : { bytes: body }),
    }),
  )

describe('contentTypeConformance', () => {
  it.each(['application/json', 'Application/JSON; charset="UTF-8"', 'text/csv', 'text/html; charset=latin1'])(
    'takes %s',
    (type) => {
      expect(judge(type)).toEqual([])
    },
  )

  it.each([
    ['', 'has a body but no Content-Type'],
    ['json', 'has a Content-Type that is no media type'],
    ['application/xml', 'is of the media type application/xml, which the document does not name'],
    ['application/json; charset=utf-16', 'is JSON but says that its charset is utf-16'],
  ])('refuses "%s"', (type, clause) => {
    expect(judge(type)).toMatchObject([
      { message: `The 200 answer of act ${clause}.`, pointer: '/paths/~1things/get/responses/200/content' },
    ])
  })

  it('refuses JSON in another encoding', () => {
    expect(judge('application/json', Uint8Array.of(0x22, 0xe4, 0x22))).toMatchObject([
      { message: 'The 200 answer of act is JSON but not encoded in UTF-8.' },
    ])
    expect(judge('text/plain; charset=utf-8', Uint8Array.of(0xe4))).toHaveLength(1)
    expect(judge('text/plain', Uint8Array.of(0xe4))).toEqual([])
  })

  it('judges errors too', () => {
    expect(judge('application/json', '{}', 400)).toHaveLength(1)
    expect(judge('application/problem+json', '{}', 400)).toEqual([])
  })

  it('says nothing where there is no body', () => {
    expect(judge('application/xml', '')).toEqual([])
  })

  it('says nothing where the document names no media type', () => {
    expect(judge('application/xml', 'x', 204)).toEqual([])
  })
})
