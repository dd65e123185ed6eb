import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { invalidAuth } from './invalid-auth.ts'

const no = { description: 'no' }
const rig = (responses: object, security: object[] = [{ bearer: [] }]) =>
  createRig(oneOperation({ security, responses }))
const both = await rig({ 200: no, 401: no, 403: no })
const only401 = await rig({ 200: no, 401: no, default: no })

describe('invalidAuth', () => {
  it('accuses success with invalid credentials', () => {
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'invalid', status: 204 }))).toMatchObject([
      { operationId: 'act', message: 'The 204 answer of act is given to invalid credentials.' },
    ])
  })

  it('takes 401 and a documented 403', () => {
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'invalid', status: 401 }))).toEqual([])
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'invalid', status: 403 }))).toEqual([])
  })

  it('wants 401 where only that is documented', () => {
    expect(invalidAuth.verify(only401({ operation: 'act', auth: 'invalid', status: 403 }))).toHaveLength(1)
  })

  it('is silent about other credentials and open operations', async () => {
    const open = await rig({ 200: no }, [])
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'given', status: 200 }))).toEqual([])
    expect(invalidAuth.verify(both({ operation: 'act', auth: 'none', status: 200 }))).toEqual([])
    expect(invalidAuth.verify(open({ operation: 'act', auth: 'invalid', status: 200 }))).toEqual([])
  })
})
