import { describe, expect, it } from 'vitest'
import { bearer, claimsOf } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

describe('the login', () => {
  it(
    'answers a token with the identity',
    { meta: { rules: ['5-15', '4.3-03', 'D3-03', '5-06'] } },
    async () => {
      const partner = await sandbox.partner()
      const anonymous = partner.token
      expect(claimsOf(anonymous).sub).toBeUndefined()
      const { headers, body } = await partner.login('elite@example.com')
      const token = headers.get('authorization') ?? ''
      const { customer } = body as { customer: { id: number } }
      expect(claimsOf(token)).toMatchObject({ sub: String(customer.id), sid: claimsOf(anonymous).sid })
      const asNobody = await partner.call('getDrawdownAccount', { headers: bearer(anonymous) })
      expect(asNobody).toMatchObject({ status: 401, code: 'login_required' })
      const asCustomer = await partner.call('getDrawdownAccount', { headers: bearer(token) })
      expect(asCustomer).toMatchObject({ status: 200, body: { balance: 1500 } })
    },
  )
})
