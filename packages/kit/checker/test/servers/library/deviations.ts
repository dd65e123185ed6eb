import { defectsOfAccepting } from './defects-of-accepting.ts'
import { defectsOfAcceptingDeep } from './defects-of-accepting-deep.ts'
import { defectsOfBodies } from './defects-of-bodies.ts'
import { defectsOfChanges } from './defects-of-changes.ts'
import { defectsOfExchange } from './defects-of-exchange.ts'
import { defectsOfHeads } from './defects-of-heads.ts'
import { defectsOfLists } from './defects-of-lists.ts'
import { defectsOfMethods } from './defects-of-methods.ts'
import { defectsOfParameters } from './defects-of-parameters.ts'
import { defectsOfRefusing } from './defects-of-refusing.ts'
import { libraryVariants } from './variants.ts'

/** Every seeded fault of the library. */
export const libraryDefects = [
  ...defectsOfAccepting,
  ...defectsOfAcceptingDeep,
  ...defectsOfRefusing,
  ...defectsOfParameters,
  ...defectsOfBodies,
  ...defectsOfHeads,
  ...defectsOfExchange,
  ...defectsOfMethods,
  ...defectsOfChanges,
  ...defectsOfLists,
] as const

/** Id of a defect or variant of the library. */
export type LibraryDeviation = (typeof libraryDefects)[number]['id'] | (typeof libraryVariants)[number]['id']
