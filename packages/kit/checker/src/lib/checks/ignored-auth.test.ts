import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { ignoredAuth } from './ignored-auth.ts'

const responses = { 200: { description: 'ok' }, 401: { description: 'who' }, 403: { description: 'not you' } }
const rig = (security: object[], more: object = {}) =>
  createRig(oneOperation({ security, responses, ...more }))
const secured = await rig([{ bearer: [] }])

describe('ignoredAuth', () => {
  it('accuses success without credentials', () => {
    expect(ignoredAuth.verify(secured({ operation: 'act', auth: 'none', status: 200 }))).toMatchObject([
      {
        operationId: 'act',
        pointer: '/paths/~1things/get/security/0',
        message: 'The 200 answer of act is given without credentials.',
      },
    ])
  })

  it('wants the documented 401 rather than 403', () => {
    expect(ignoredAuth.verify(secured({ operation: 'act', auth: 'none', status: 403 }))).toHaveLength(1)
  })

  it('takes 403 where 401 is not documented', async () => {
    const exchange = await rig([{ bearer: [] }], { responses: { 200: responses[200], 403: responses[403] } })
    expect(ignoredAuth.verify(exchange({ operation: 'act', auth: 'none', status: 403 }))).toEqual([])
  })

  it.each([400, 401, 404, 422])('is content with %i', (status) => {
    expect(ignoredAuth.verify(secured({ operation: 'act', auth: 'none', status }))).toEqual([])
  })

  it('is silent with credentials', () => {
    expect(ignoredAuth.verify(secured({ operation: 'act', auth: 'given', status: 200 }))).toEqual([])
  })

  it('is not misled by a client certificate beside a token', async () => {
    const exchange = await rig([{ certificate: [], bearer: [] }])
    expect(ignoredAuth.verify(exchange({ operation: 'act', auth: 'none', status: 200 }))).toHaveLength(1)
  })

  it.each([
    ['no security', []],
    ['an anonymous alternative', [{ bearer: [] }, {}]],
    ['a client certificate', [{ certificate: [] }]],
  ])('is silent with %s', async (_name, security) => {
    const exchange = await rig(security)
    expect(ignoredAuth.verify(exchange({ operation: 'act', auth: 'none', status: 200 }))).toEqual([])
  })
})
