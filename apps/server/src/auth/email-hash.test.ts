import { describe, expect, it } from 'vitest'
import { createDemoCardDataKey, toCardDataKey } from './card-vault.ts'
import { createEmailHash } from './email-hash.ts'

describe('createEmailHash', () => {
  const email = 'nobody@example.com'

  it('has one hash for an email and a key', () => {
    const first = createEmailHash(createDemoCardDataKey())
    expect(first(email)).toMatch(/^[\da-f]{64}$/)
    expect(createEmailHash(createDemoCardDataKey())(email)).toBe(first(email))
    expect(first('somebody@example.com')).not.toBe(first(email))
  })

  it('has another hash under another key', () => {
    const other = createEmailHash(toCardDataKey(Buffer.alloc(32, 7)))
    expect(other(email)).not.toBe(createEmailHash(createDemoCardDataKey())(email))
  })
})
