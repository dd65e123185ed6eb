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
 * Classes of the defects:
 *
 * - D50 a bound is not checked, often in one branch alone
 * - D51 null is accepted or returned wrongly
 * - D52 text does not come back as it was sent
 * - D53 PATCH loses an omitted property, or does not apply a sent one
 * - D54 PUT does not replace, or is not idempotent
 * - D55 a child under another parent, or without one
 * - D56 entity tags and preconditions
 * - D57 HEAD differs from GET
 * - D58 `Location` is wrong
 * - D59 read-only is written, write-only is shown
 * - D60 money
 * - D61 dates and times
 * - D62 ids are reused or written differently
 * - D63 deletion
 * - D64 lists
 * - D65 defaults
 * - D66 credentials
 * - D67 media types
 * - D68 styles of parameters
 * - D69 numbers and booleans as text; lengths in other units
 * - D70 errors
 * - D71 a rejected request has an effect
 * - D72 headers
 * - D73 jobs
 * - D74 idempotency keys
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
