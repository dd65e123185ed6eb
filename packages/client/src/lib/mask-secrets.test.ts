import { describe, expect, it } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'
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

  it.each(['cards[0].quantity must be at most 100', 'Order #100001 of 2026-01-15', '4.6 and 10.25.100'])(
    'leaves %s alone',
    (text) => {
      expect(maskSecrets(text, [''])).toBe(text)
    },
  )
})
