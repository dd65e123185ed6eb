import { describe, expect, it } from 'vitest'
import { type Exchange, type Partner } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const rightPassword = 'correct-horse-battery'

const sandbox = await useSandbox()

const tryLogin = (partner: Partner, email: string, password = 'wrong'): Promise<Exchange> =>
  partner.call('login', { body: { customer: { email, password } } })

describe('login', () => {
  it('answers the customer without a token', { meta: { rules: ['D3-14', 'D3-15'] } }, async () => {
    const partner = await sandbox.partner()
    const elite = await tryLogin(partner, 'elite@example.com', rightPassword)
    expect(elite.body).toStrictEqual({
      customer: {
        id: expect.any(Number),
        email: 'elite@example.com',
        firstname: 'Erin',
        lastname: 'Elm',
        isElite: true,
      },
    })
    const standard = await tryLogin(partner, 'Standard@Example.com', rightPassword)
    expect(standard.body).toMatchObject({ customer: { email: 'standard@example.com', isElite: false } })
    for (const { headers, text } of [elite, standard]) {
      expect(headers.get('authorization')).toMatch(/^ey/)
      expect(text).not.toContain(headers.get('authorization'))
      expect(text).not.toMatch(/eyJ|token/i)
    }
  })
})
