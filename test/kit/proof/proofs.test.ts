import { describe, expect, it } from 'vitest'
import { provenNames, readProofs } from './proofs.ts'

describe('the committed proofs', () => {
  const proofs = readProofs()

  it('are of documents of many styles, with thousands of faults', () => {
    const names = proofs.map(({ name }) => name)
    expect(names.filter((name) => !provenNames.includes(name))).toStrictEqual([])
    expect(names.length).toBeGreaterThanOrEqual(20)
    expect(proofs.reduce((sum, { faults }) => sum + faults, 0)).toBeGreaterThanOrEqual(3000)
    expect(Math.max(...proofs.map(({ kinds }) => kinds))).toBeGreaterThanOrEqual(60)
  })
})
