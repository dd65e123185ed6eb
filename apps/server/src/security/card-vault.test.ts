import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCardVault, createDemoCardDataKey, keyIdOf, toCardDataKey } from './card-vault.ts'

const secrets = { number: '9999000011112222', pin: '4321', serial: '123456789012' }
const vault = createCardVault(createDemoCardDataKey())

describe('createCardVault', () => {
  it('opens what it sealed', () => {
    expect(vault.open(7, vault.seal(7, secrets))).toStrictEqual(secrets)
  })

  it('hides every secret in what it seals', () => {
    const sealed = vault.seal(7, secrets)
    const bytes = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    for (const secret of Object.values(secrets)) expect([sealed, ...bytes].join()).not.toContain(secret)
  })

  it('seals the same secrets differently each time', () => {
    expect(vault.seal(7, secrets)).not.toBe(vault.seal(7, secrets))
  })

  it('refuses a text sealed for another card', () => {
    expect(() => vault.open(8, vault.seal(7, secrets))).toThrow(/authenticate/)
  })

  it('refuses a changed text', () => {
    const [id, nonce, tag, text] = vault.seal(7, secrets).split('.')
    const changed = Buffer.from(text ?? '', 'base64url')
    changed.writeUInt8(changed.readUInt8(0) ^ 1, 0)
    expect(() => vault.open(7, [id, nonce, tag, changed.toString('base64url')].join('.'))).toThrow(
      /authenticate/,
    )
  })

  it('shows of what it sealed the last digits and the serial, the second time as the first', () => {
    const sealed = vault.seal(7, secrets)
    const masked = { maskedNumber: '****2222', maskedPin: '****', serial: '123456789012' }
    expect([vault.openMasked(7, sealed), vault.openMasked(7, sealed)]).toStrictEqual([masked, masked])
    expect(vault.openMasked(7, vault.seal(7, { ...secrets, pin: '' })).maskedPin).toBe('')
  })

  it('shows nothing of a text sealed for another card, though it was shown for its own', () => {
    const sealed = vault.seal(7, secrets)
    vault.openMasked(7, sealed)
    expect(() => vault.openMasked(8, sealed)).toThrow(/authenticate/)
    expect(vault.openMasked(7, sealed).maskedNumber).toBe('****2222')
  })

  it('names the key it sealed with', () => {
    const other = createCardVault(toCardDataKey(randomBytes(32)))
    expect(() => other.open(7, vault.seal(7, secrets))).toThrow(/key that is not configured/)
  })
})

describe('a vault with old keys', () => {
  const [former, current] = [toCardDataKey(randomBytes(32)), toCardDataKey(randomBytes(32))]
  const rotated = createCardVault(current, [former])

  it('opens what an old key sealed', () => {
    expect(rotated.open(7, createCardVault(former).seal(7, secrets))).toStrictEqual(secrets)
  })

  it('seals with the current key only', () => {
    expect(keyIdOf(rotated.seal(7, secrets))).toBe(current.id)
  })

  it('refuses a shortened tag', () => {
    const [id, nonce, tag, text] = rotated.seal(7, secrets).split('.')
    const short = Buffer.from(tag ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url')
    expect(() => rotated.open(7, [id, nonce, short, text].join('.'))).toThrow(/tag/)
  })
})

describe('toCardDataKey', () => {
  it.each([0, 16, 31, 33])('refuses a key of %i bytes', (length) => {
    expect(() => toCardDataKey(Buffer.alloc(length))).toThrow('32 bytes')
  })
})
