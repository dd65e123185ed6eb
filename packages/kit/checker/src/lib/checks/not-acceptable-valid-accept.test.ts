import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { notAcceptableValidAccept } from './not-acceptable-valid-accept.ts'

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
          message: 'The 406 answer of act refuses to give a media type that the document offers.',
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
