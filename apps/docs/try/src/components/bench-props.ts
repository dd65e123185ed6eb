import type { TryBench } from '../bench/create-try-bench.ts'

/** What every part of the page is given. */
export interface BenchProps {
  readonly bench: TryBench
}
