import { boolean, constantFrom, integer, oneof, type Arbitrary } from 'fast-check'
import type { Json } from '../../schema/json.ts'

/** Small values of every type, for a place that the schema says nothing of. */
export const anyValues: Arbitrary<Json> = oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: constantFrom<Json[]>('', 'a', 'text', 'Some words', '1') },
  { weight: 3, arbitrary: integer({ min: 0, max: 20 }) },
  { weight: 2, arbitrary: boolean() },
  { weight: 1, arbitrary: constantFrom<Json[]>(null, 0.5, -1) },
  {
    weight: 1,
    arbitrary: constantFrom<(() => Json)[]>(
      () => [],
      () => ({}),
      () => ['a'],
      () => ({ a: 1 }),
    ).map((make) => make()),
  },
)
