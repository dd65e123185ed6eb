import { defectsOfBodies } from './defects-of-bodies.ts'
import { defectsOfChanges } from './defects-of-changes.ts'
import { defectsOfConditions } from './defects-of-conditions.ts'
import { defectsOfCredentials } from './defects-of-credentials.ts'
import { defectsOfExchange } from './defects-of-exchange.ts'
import { defectsOfJobs } from './defects-of-jobs.ts'
import { defectsOfLists } from './defects-of-lists.ts'
import { defectsOfRefusing } from './defects-of-refusing.ts'
import { rendersVariants } from './variants.ts'

/*
 * Classes of defects here:
 *
 * D50  a bound that is not checked, often in one branch alone
 * D51  null that is taken or told wrongly
 * D52  text that does not come back as it was sent
 * D53  PATCH: what was not sent is lost, what was sent not applied
 * D54  PUT: not replacing, a second one, not idempotent
 * D55  a child under another parent, or without one
 * D56  entity tags and preconditions
 * D57  HEAD that differs from GET
 * D58  Location that is wrong
 * D59  what may only be read is written, what may only be written is told
 * D60  money
 * D61  dates and times
 * D62  ids that are used again or written differently
 * D63  deletion
 * D64  lists
 * D65  defaults
 * D66  credentials
 * D67  media types
 * D68  styles of parameters
 * D69  numbers and booleans as text; lengths in other units
 * D70  errors
 * D71  refused requests that change something
 * D72  headers
 * D73  jobs
 * D74  idempotency keys
 */

/** Every seeded fault of the farm. */
export const rendersDefects = [
  ...defectsOfBodies,
  ...defectsOfChanges,
  ...defectsOfLists,
  ...defectsOfConditions,
  ...defectsOfCredentials,
  ...defectsOfExchange,
  ...defectsOfJobs,
  ...defectsOfRefusing,
] as const

/** Id of a defect or variant of the farm. */
export type RendersDeviation = (typeof rendersDefects)[number]['id'] | (typeof rendersVariants)[number]['id']
