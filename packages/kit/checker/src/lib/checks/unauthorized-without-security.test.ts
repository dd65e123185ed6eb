import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import { unauthorizedWithoutSecurity } from './unauthorized-without-security.ts'

const any = { default: { description: 'any' } }
const verify = async (operation: object, status = 401) =>
  unauthorizedWithoutSecurity.verify(
    (await createRig(oneOperation({ responses: any, ...operation }, { method: 'post' })))({
      operation: 'act',
      status,
    }),
  )

describe('unauthorizedWithoutSecurity', () => {
  it('accuses 401 of an open operation', async () => {
    expect(await verify({})).toMatchObject([{ operationId: 'act' }])
  })

  it.each([
    ['a secured operation', { security: [{ bearer: [] }] }],
    ['a documented 401', { responses: { 401: { description: 'who' } } }],
    ['a login', { requestBody: jsonBody() }],
    ['a token in the query', { parameters: [{ name: 'token', in: 'query', schema: {} }] }],
    ['an undocumented 401', { responses: { 200: { description: 'ok' } } }],
  ])('is silent about %s', async (_name, operation) => {
    expect(await verify(operation)).toEqual([])
  })

  it('is silent about other statuses', async () => {
    expect(await verify({}, 403)).toEqual([])
  })
})
