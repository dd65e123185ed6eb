import { shellOf, type Shell } from './shell-of.ts'
import type { Step } from './step.ts'

/** How many ways of saying the same thing are tried. */
const ALTERNATIVES = 4

/**
 * The root's schema changed so that its values reach a place and keep `leaf` there instead of what stood there; all
 * else they keep as before. `isBroken` tells that the leaf breaks a statement. Several where a name can be chosen; none where no value goes there.
 */
export const forcePath = (path: readonly Step[], leaf: Shell, isBroken: boolean): readonly Shell[] =>
  path.reduceRight<readonly Shell[]>(
    (below, step) =>
      below.flatMap((shell) => step.force(shellOf(step.from), shell, isBroken)).slice(0, ALTERNATIVES),
    [leaf],
  )
