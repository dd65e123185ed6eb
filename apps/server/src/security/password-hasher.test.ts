import { describe, expect, it } from 'vitest'
import { demoPassword, publishedCustomers } from '../sandbox/published-customers.ts'
import { hashPassword, scryptHasher } from './password-hasher.ts'

describe('scryptHasher', () => {
  it('accepts the password that was hashed', async () => {
    const hash = await hashPassword('a password')
    expect(hash).not.toContain('a password')
    expect(await scryptHasher.verify('a password', hash)).toBe(true)
    expect(await scryptHasher.verify('A password', hash)).toBe(false)
  })

  it('salts each hash', async () => {
    expect(await hashPassword('a password')).not.toBe(await hashPassword('a password'))
  })

  it('is never right where there is no customer', async () => {
    expect(await scryptHasher.verify('', undefined)).toBe(false)
  })

  it('accepts the published password of the sandbox', async () => {
    expect(await scryptHasher.verify(demoPassword, publishedCustomers[0]?.passwordHash)).toBe(true)
  })
})
