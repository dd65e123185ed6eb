import { describe, expect, it } from 'vitest'
import { createKeyStore } from './create-key-store.ts'

function createStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  }
}

const fail = () => {
  throw new Error('The quota has been exceeded')
}

describe('createKeyStore', () => {
  it('finds the key again after a reload', () => {
    const storage = createStorage()
    expect(createKeyStore(() => storage).get()).toBeUndefined()
    createKeyStore(() => storage).set('open-sesame')
    expect(createKeyStore(() => storage).get()).toBe('open-sesame')
  })

  it.each([
    ['where the browser keeps nothing', fail],
    ['where the storage is full', () => ({ getItem: () => null, setItem: fail })],
  ])('keeps the key in memory %s', (_title, getStorage) => {
    const keys = createKeyStore(getStorage)
    expect(keys.get()).toBeUndefined()
    keys.set('open-sesame')
    expect(keys.get()).toBe('open-sesame')
  })
})
