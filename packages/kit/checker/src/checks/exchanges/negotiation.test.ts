import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonBody, jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { contentNegotiation, notAcceptableValidAccept } from './negotiation.ts'

const no = { description: 'no' }
const strict = await createRig(
  oneOperation(
    { requestBody: jsonBody(), responses: { 200: jsonResponse(), 406: no, 415: no } },
    { method: 'post' },
  ),
)
const lax = await createRig(
  oneOperation({ requestBody: jsonBody(), responses: { 200: jsonResponse(), 400: no } }, { method: 'post' }),
)
const unacceptable = {
  operation: 'act',
  body: {},
  json: {},
  mode: 'negative',
  request: {
    headers: [
      ['accept', 'text/csv'],
      ['content-type', 'application/json'],
    ],
  },
} as const
const unsupported = {
  operation: 'act',
  body: {},
  json: {},
  mode: 'negative',
  request: { headers: [['content-type', 'text/plain']] },
} as const

describe('contentNegotiation', () => {
  it('accuses an answer that is not accepted', () => {
    expect(contentNegotiation.verify(strict({ ...unacceptable, status: 200 }))).toMatchObject([
      {
        pointer: '/paths/~1things/post/responses',
        message: 'The 200 response of act has a media type that the request does not accept.',
      },
    ])
  })

  it('is content with 406, and with the type asked for', () => {
    expect(contentNegotiation.verify(strict({ ...unacceptable, status: 406 }))).toEqual([])
    expect(
      contentNegotiation.verify(
        strict({
          ...unacceptable,
          json: undefined,
          text: 'a',
          headers: { 'content-type': 'text/csv' },
          status: 200,
        }),
      ),
    ).toEqual([])
  })

  it('accuses a media type that is taken all the same', () => {
    expect(contentNegotiation.verify(strict({ ...unsupported, status: 200 }))).toMatchObject([
      {
        message: 'The 200 response of act accepts a body of a media type that the document does not declare.',
      },
    ])
    expect(contentNegotiation.verify(strict({ ...unsupported, status: 415 }))).toEqual([])
  })

  it('lets a server overlook what it does not document', () => {
    expect(contentNegotiation.verify(lax({ ...unacceptable, status: 200 }))).toEqual([])
    expect(contentNegotiation.verify(lax({ ...unsupported, status: 200 }))).toEqual([])
  })

  it('holds a server to what it does elsewhere', () => {
    const elsewhere = (status: number) => lax({ ...unsupported, target: { location: 'media' }, status })
    expect(
      contentNegotiation.verify(lax({ ...unsupported, status: 200, history: [elsewhere(415)] })),
    ).toHaveLength(1)
    expect(
      contentNegotiation.verify(lax({ ...unacceptable, status: 200, history: [elsewhere(406)] })),
    ).toHaveLength(1)
    expect(
      contentNegotiation.verify(lax({ ...unsupported, status: 200, history: [elsewhere(400)] })),
    ).toEqual([])
  })
})

const exchange = await createRig(
  oneOperation({ responses: { 200: jsonResponse(), 406: { description: 'no' } } }),
)
const judge = (accept: string, status = 406) =>
  notAcceptableValidAccept.verify(
    exchange({ operation: 'act', status, request: { headers: [['accept', accept]] } }),
  )

describe('notAcceptableValidAccept', () => {
  it.each(['application/json', '*/*', 'text/csv, application/*;q=0.1', 'Application/JSON;q=1.0'])(
    'accuses 406 to %s',
    (accept) => {
      expect(judge(accept)).toMatchObject([
        {
          operationId: 'act',
          message: 'The 406 response of act is wrong: the request accepts a documented media type.',
        },
      ])
    },
  )

  it.each(['text/csv', 'application/json;q=0', '*/*, application/json;q=0.0', 'application/jsonp'])(
    'is content with 406 to %s',
    (accept) => {
      expect(judge(accept)).toEqual([])
    },
  )

  it('is silent about other statuses', () => {
    expect(judge('*/*', 200)).toEqual([])
  })

  it('counts a family that the document offers', async () => {
    const images = await createRig(
      oneOperation({
        responses: { 200: { description: 'ok', content: { 'image/*': {} } }, 406: { description: 'no' } },
      }),
    )
    const seen = images({ operation: 'act', status: 406, request: { headers: [['accept', 'image/png']] } })
    expect(notAcceptableValidAccept.verify(seen)).toHaveLength(1)
  })
})
