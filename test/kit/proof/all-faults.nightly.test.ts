import { describe, expect, it } from 'vitest'
import { prove, readProofs } from './proofs.ts'

describe('the faults of a document', () => {
  it.each(readProofs())('are detected as often as before, or more: $title', async ({ name, classes }) => {
    const proof = await prove(name, 'whole')
    expect(proof.alarms).toStrictEqual([])
    const fallen = classes.filter((before) => {
      const now = proof.classes.find((one) => one.name === before.name)
      return now === undefined || now.detected / now.possible < before.detected / before.possible
    })
    expect(fallen).toStrictEqual([])
  })
})
