import { describe, expect, it } from 'vitest'
import { snapshotVersion } from './overview.ts'

describe('snapshotVersion', () => {
  it('is the same for equal states', () => {
    const version = snapshotVersion({ carts: [{ id: 1 }] })
    expect(version).toMatch(/^[\w-]{22}$/)
    expect(snapshotVersion({ carts: [{ id: 1 }] })).toBe(version)
  })

  it('is another for another state', () => {
    expect(snapshotVersion({ carts: [{ id: 2 }] })).not.toBe(snapshotVersion({ carts: [{ id: 1 }] }))
  })
})
