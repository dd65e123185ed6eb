import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DatabaseUrlError, openStore } from '../index.ts'
import { temporaryPath } from './testing/temporary-path.ts'

describe('openStore', () => {
  it('opens the file of an SQLite URL', async () => {
    const location = temporaryPath()
    const store = await openStore(`sqlite:${location}`)
    await store.ping()
    await store.close()
    expect(existsSync(location)).toBe(true)
  })

  it('opens a store in memory', async () => {
    const store = await openStore('sqlite::memory:')
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
  })

  it('rejects a wrong URL', async () => {
    await expect(openStore('nonsense')).rejects.toBeInstanceOf(DatabaseUrlError)
  })
})
