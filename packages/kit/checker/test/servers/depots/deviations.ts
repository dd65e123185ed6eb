import { defectsOfContent } from './defects-of-content.ts'
import { defectsOfExchange } from './defects-of-exchange.ts'
import { defectsOfDepots } from './defects-of-depots.ts'
import { defectsOfLists } from './defects-of-lists.ts'
import { defectsOfParcels } from './defects-of-parcels.ts'

import type { depotsVariants } from './variants.ts'

/*
 * Classes of the defects:
 *
 * - D50 a bound is not checked in one branch of a schema
 * - D51 null is accepted or returned wrongly
 * - D52 text does not come back as it was sent
 * - D53 PATCH changes too much or too little
 * - D54 PUT does not replace
 * - D55 child and parent do not belong together
 * - D56 entity tags and preconditions
 * - D57 HEAD differs from GET
 * - D58 `Location` leads elsewhere
 * - D59 read-only is written, write-only is shown
 * - D60 money
 * - D61 dates and times
 * - D62 ids are not unique or lose digits
 * - D63 deletion
 * - D64 lists: pages, order, filters, totals
 * - D65 defaults
 * - D66 credentials, accounts and scopes
 * - D67 media types
 * - D68 styles of parameters
 * - D69 other types are accepted, lengths are miscounted
 * - D70 errors
 * - D71 a rejected request has an effect
 * - D72 headers
 * - D73 jobs
 * - D74 idempotency keys
 */

/** Every seeded fault of the depots. */
export const depotsDefects = [
  ...defectsOfContent,
  ...defectsOfDepots,
  ...defectsOfParcels,
  ...defectsOfLists,
  ...defectsOfExchange,
] as const

/** Id of a defect or variant of the depots. */
export type DepotsDeviation = (typeof depotsDefects)[number]['id'] | (typeof depotsVariants)[number]['id']
