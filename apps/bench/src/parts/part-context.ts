import type { LoadGenerator } from '../load/start-load-generator.ts'

/** The context of every part. */
export interface PartContext {
  readonly load: LoadGenerator
  /** Whether figures are only for trying: less is measured, less often. */
  readonly quick: boolean
  /** Called before each step, with what comes. */
  readonly onStep: (title: string) => void
}
