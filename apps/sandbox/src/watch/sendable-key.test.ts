import { describe, expect, it } from 'vitest'
import { isSendableKey } from './sendable-key.ts'

describe('isSendableKey', () => {
  it.each(['k', 'a guess', '!~', '0123456789abcdef'])('takes "%s"', (key) => {
    expect(isSendableKey(key)).toBe(true)
  })

  it.each(['', ' ', ' key', 'key ', 'clé', '鍵', 'a\nb', 'a\u0000b'])('refuses "%s"', (key) => {
    expect(isSendableKey(key)).toBe(false)
  })
})
