import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import { payloadRefusedWithoutPayload } from './payload-refused-without-payload.ts'

const responses = { default: { description: 'any' } }
const get = await createRig(oneOperation({ responses }))
const post = await createRig(oneOperation({ responses, requestBody: jsonBody() }, { method: 'post' }))

describe('payloadRefusedWithoutPayload', () => {
  it.each([413, 415])('accuses %i to nothing', (status) => {
    expect(payloadRefusedWithoutPayload.verify(get({ operation: 'act', status }))).toMatchObject([
      { operationId: 'act' },
    ])
  })

  it('is silent where a payload was sent, announced or expected', () => {
    expect(
      payloadRefusedWithoutPayload.verify(get({ operation: 'act', request: { body: 'x' }, status: 415 })),
    ).toEqual([])
    expect(
      payloadRefusedWithoutPayload.verify(
        get({ operation: 'act', request: { headers: [['content-type', 'a/b']] }, status: 415 }),
      ),
    ).toEqual([])
    expect(payloadRefusedWithoutPayload.verify(post({ operation: 'act', status: 415 }))).toEqual([])
  })

  it('is silent about other statuses', () => {
    expect(payloadRefusedWithoutPayload.verify(get({ operation: 'act', status: 400 }))).toEqual([])
  })
})
