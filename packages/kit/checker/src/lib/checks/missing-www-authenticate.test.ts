import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { missingWwwAuthenticate } from './missing-www-authenticate.ts'

const secured = await createRig(oneOperation({ security: [{ bearer: [] }] }))
const login = await createRig(oneOperation({}, { method: 'post' }))

describe('missingWwwAuthenticate', () => {
  it('accuses 401 without a challenge', () => {
    expect(missingWwwAuthenticate.verify(secured({ operation: 'act', status: 401 }))).toMatchObject([
      { operationId: 'act', message: 'The 401 answer of act has no WWW-Authenticate header.' },
    ])
  })

  it('is content with a challenge', () => {
    expect(
      missingWwwAuthenticate.verify(
        secured({ operation: 'act', status: 401, headers: { 'www-authenticate': 'Bearer' } }),
      ),
    ).toEqual([])
  })

  it('is silent about other statuses and logins', () => {
    expect(missingWwwAuthenticate.verify(secured({ operation: 'act', status: 403 }))).toEqual([])
    expect(missingWwwAuthenticate.verify(login({ operation: 'act', status: 401 }))).toEqual([])
  })
})
