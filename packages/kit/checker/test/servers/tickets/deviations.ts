import { defectsOfAccepting } from './defects-of-accepting.ts'
import { defectsOfBodies } from './defects-of-bodies.ts'
import { defectsOfChanges } from './defects-of-changes.ts'
import { defectsOfExchange } from './defects-of-exchange.ts'
import { defectsOfHeads } from './defects-of-heads.ts'
import { defectsOfLists } from './defects-of-lists.ts'
import { defectsOfMethods } from './defects-of-methods.ts'
import { defectsOfRefusing } from './defects-of-refusing.ts'
import { ticketsVariants } from './variants.ts'

/** Every seeded fault of the desk. */
export const ticketsDefects = [
  ...defectsOfAccepting,
  ...defectsOfRefusing,
  ...defectsOfBodies,
  ...defectsOfHeads,
  ...defectsOfExchange,
  ...defectsOfMethods,
  ...defectsOfChanges,
  ...defectsOfLists,
] as const

/** Id of a defect or variant of the desk. */
export type TicketsDeviation = (typeof ticketsDefects)[number]['id'] | (typeof ticketsVariants)[number]['id']
