import { sample, type Arbitrary } from 'fast-check'

/** The first values of an arbitrary under a seed: the same ones in any process. */
export const drawSamples = <Value>(
  arbitrary: Arbitrary<Value>,
  seed: number,
  count: number,
): readonly Value[] => sample(arbitrary, { seed, numRuns: count })
