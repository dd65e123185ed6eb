import { describe, expect, it } from 'vitest'
import { createKeyStore } from './create-key-store.ts'

function createStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  }
}

describe('createKeyStore', () => {
  it('knows no key at first', () => {
    const storage = createStorage()
    expect(createKeyStore(() => storage).get()).toBeUndefined()
  })

  it('finds the key again after a reload', () => {
    const storage = createStorage()
    createKeyStore(() => storage).set('open-sesame')
    expect(createKeyStore(() => storage).get()).toBe('open-sesame')
  })

  it('keeps the key in memory where the browser keeps nothing', () => {
    const keys = createKeyStore(() => {
      throw new Error('Storage is off')
    })
    expect(keys.get()).toBeUndefined()
    keys.set('open-sesame')
    expect(keys.get()).toBe('open-sesame')
  })

  it('keeps the key in memory where the storage is full', () => {
    const full = {
      getItem: () => null,
      setItem() {
        throw new Error('The quota has been exceeded')
      },
    }
    const keys = createKeyStore(() => full)
    keys.set('open-sesame')
    expect(keys.get()).toBe('open-sesame')
  })
})
