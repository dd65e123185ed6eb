import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createCardVault,
  createResealer,
  createDemoCardDataKey,
  parseCardDataKey,
  toCardDataKey,
  UnknownCardKeyError,
} from './card-vault.ts'

const secrets = { number: '9999000011112222', pin: '4321', serial: '123456789012' }
const vault = createCardVault(createDemoCardDataKey())

describe('createCardVault', () => {
  it('opens its sealed texts, which hide all secrets and never repeat', () => {
    const sealed = vault.seal(7, secrets)
    expect(vault.open(7, sealed)).toStrictEqual(secrets)
    const bytes = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    for (const secret of Object.values(secrets)) expect([sealed, ...bytes].join()).not.toContain(secret)
    expect(vault.seal(7, secrets)).not.toBe(sealed)
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

  it('masks a sealed card the same each time', () => {
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

const [former, current] = [toCardDataKey(randomBytes(32)), toCardDataKey(randomBytes(32))]

describe('a vault with old keys', () => {
  const rotated = createCardVault(current, [former])

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

describe('parseCardDataKey', () => {
  it('reads 32 bytes in base64', () => {
    const secret = randomBytes(32)
    expect(parseCardDataKey(secret.toString('base64'))).toStrictEqual(toCardDataKey(secret))
  })

  it.each(['', 'c2hvcnQ=', `${'A'.repeat(20)}*${'A'.repeat(23)}=`, 'A'.repeat(43)])('rejects %j', (text) => {
    expect(() => parseCardDataKey(text)).toThrow('a card data key')
  })
})

const oldest = toCardDataKey(randomBytes(32))

describe('createResealer', () => {
  const reseal = createResealer(current, [former, oldest])

  it.each([
    ['former', former],
    ['oldest', oldest],
  ])('seals texts of the %s key with the current one', (_name, key) => {
    const resealed = reseal(7, createCardVault(key).seal(7, secrets)) ?? ''
    expect(createCardVault(current).open(7, resealed)).toStrictEqual(secrets)
  })

  it('keeps texts of the current key', () => {
    expect(reseal(7, createCardVault(current).seal(7, secrets))).toBeUndefined()
  })

  it('names the key that is missing', () => {
    const unknown = toCardDataKey(randomBytes(32))
    expect(() => reseal(7, createCardVault(unknown).seal(7, secrets))).toThrow(
      new UnknownCardKeyError(`CARD_DATA_KEYS_OLD lacks the key ${unknown.id}, which sealed card 7`),
    )
  })
})
