import { describe, expect, it } from 'vitest'
import { detectedIn, prove, readProofs } from './proofs.ts'

/** Documents with quick runs. `npm run check:nightly` tries all faults of all documents. */
const quick = readProofs().filter(({ faults }) => faults < 300)

describe('a sample of faults', () => {
  it.each(quick)('is detected as before: $title', async ({ name, detectedOfSample }) => {
    const proof = await prove(name, 'sample')
    expect(proof.alarms).toStrictEqual([])
    const detected = new Set(detectedIn(proof))
    expect(detectedOfSample.filter((id) => !detected.has(id))).toStrictEqual([])
  })
})
