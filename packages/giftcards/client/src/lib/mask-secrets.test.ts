import { describe, expect, it } from 'vitest'
import { maskSecrets, maskTokens } from './mask-secrets.ts'
import { jwt } from './scripted-service.fixture.ts'

describe('maskSecrets', () => {
  it('masks each secret it is given, everywhere', () => {
    expect(maskSecrets('a horse, a battery, a horse', ['horse', 'battery'])).toBe('a ****, a ****, a ****')
  })

  it('takes a secret literally', () => {
    expect(maskSecrets('pass p.ss', ['p.ss'])).toBe('pass ****')
  })

  it.each([jwt({ sub: 'x' }), '9999300918862957', '9999 3009 1886 2957', '9999-3009-1886-2957'])(
    'masks %s wherever it comes from',
    (secret) => {
      expect(maskSecrets(`Card ${secret} is unknown`, [])).toBe('Card **** is unknown')
    },
  )

  it('masks numbers of 12 to 19 digits, each of them', () => {
    const text = '12345678901, 123456789012 and 1234567890123456789'
    expect(maskSecrets(text, [])).toBe('12345678901, **** and ****')
  })

  it.each(['cards[0].quantity must be at most 100', 'Order #100001 of 2026-01-15', '4.6 and 10.25.100'])(
    'leaves %s alone',
    (text) => {
      expect(maskSecrets(text, [''])).toBe(text)
    },
  )
})

describe('maskTokens', () => {
  it('masks secrets and tokens', () => {
    expect(maskTokens(`a horse, ${jwt({ sub: 'x' })}, id_${jwt({})}`, ['horse'])).toBe(
      'a ****, ****, id_****',
    )
  })

  it.each(['9999300918862957', '20260115-150409-123456', 'gateway-7.production.0001234'])(
    'leaves the id %s alone',
    (id) => {
      expect(maskTokens(id, [])).toBe(id)
    },
  )
})
