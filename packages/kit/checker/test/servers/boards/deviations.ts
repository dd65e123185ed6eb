import { defectsOfCallers } from './defects-of-callers.ts'
import { defectsOfChanges } from './defects-of-changes.ts'
import { defectsOfJudging } from './defects-of-judging.ts'
import { defectsOfKeys } from './defects-of-keys.ts'
import { defectsOfLists } from './defects-of-lists.ts'
import { defectsOfStates } from './defects-of-states.ts'
import { defectsOfValues } from './defects-of-values.ts'
import { boardsVariants } from './variants.ts'

/** Every seeded fault of the boards. */
export const boardsDefects = [
  ...defectsOfCallers,
  ...defectsOfKeys,
  ...defectsOfChanges,
  ...defectsOfStates,
  ...defectsOfJudging,
  ...defectsOfValues,
  ...defectsOfLists,
] as const

/** Id of a defect or variant of the boards. */
export type BoardsDeviation = (typeof boardsDefects)[number]['id'] | (typeof boardsVariants)[number]['id']
