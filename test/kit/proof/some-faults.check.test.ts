import { describe, expect, it } from 'vitest'
import { noticedIn, prove, readProofs } from './proofs.ts'

/** Quick documents; `npm run check:nightly` tries all faults of all. */
const quick = readProofs().filter(({ faults }) => faults < 300)

describe('a sample of faults', () => {
  it.each(quick)('is noticed as before: $title', async ({ name, noticedOfSample }) => {
    const proof = await prove(name, 'sample')
    expect(proof.alarms).toStrictEqual([])
    const noticed = new Set(noticedIn(proof))
    expect(noticedOfSample.filter((id) => !noticed.has(id))).toStrictEqual([])
  })
})
