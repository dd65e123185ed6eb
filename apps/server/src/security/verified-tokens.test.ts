import { describe, expect, it } from 'vitest'
import { createVerifiedTokens } from './verified-tokens.ts'

const subject = { appId: 'demo-app', sessionId: 's', customerId: 1, expiresAt: 1000 }

describe('createVerifiedTokens', () => {
  it('finds what was added, under the whole token only', () => {
    const tokens = createVerifiedTokens()
    tokens.add('a.b.c', subject)
    expect(tokens.find('a.b.c')).toStrictEqual(subject)
    expect(tokens.find('a.b.d')).toBeUndefined()
  })

  it('keeps so many, and forgets the oldest first', () => {
    const tokens = createVerifiedTokens(2)
    for (const token of ['one', 'two', 'three']) tokens.add(token, subject)
    expect(['one', 'two', 'three'].map((token) => tokens.find(token) !== undefined)).toStrictEqual([
      false,
      true,
      true,
    ])
  })
})
