import { defectsOfCallers } from './defects-of-callers.ts'
import { defectsOfChanges } from './defects-of-changes.ts'
import { defectsOfExchange } from './defects-of-exchange.ts'
import { defectsOfJudging } from './defects-of-judging.ts'
import { defectsOfKeeping } from './defects-of-keeping.ts'
import { defectsOfLists } from './defects-of-lists.ts'
import { defectsOfValues } from './defects-of-values.ts'
import { staysVariants } from './variants.ts'

/*
 * Classes of the defects of the hotels.
 *
 * | class | what is wrong                                                                    |
 * | ----- | -------------------------------------------------------------------------------- |
 * | D50   | a bound is not checked in one branch of a composition only                       |
 * | D51   | null is accepted, refused, kept or told wrongly                                  |
 * | D52   | a text does not come back as it was sent                                         |
 * | D53   | PATCH loses, overlooks or misplaces a part                                       |
 * | D54   | PUT does not replace                                                             |
 * | D55   | a child without its parent, or under another one                                 |
 * | D56   | entity tags and conditions                                                       |
 * | D57   | HEAD differs from GET                                                            |
 * | D58   | `Location` leads elsewhere                                                       |
 * | D59   | read-only values are taken, write-only ones told                                 |
 * | D60   | money                                                                            |
 * | D61   | dates and times                                                                  |
 * | D62   | ids                                                                              |
 * | D63   | deletion                                                                         |
 * | D64   | lists: pages, order, filters                                                     |
 * | D65   | defaults                                                                         |
 * | D66   | credentials and rights                                                           |
 * | D67   | media types                                                                      |
 * | D68   | styles of parameters                                                             |
 * | D69   | other types than the document names; lengths in other units than code points     |
 * | D70   | errors                                                                           |
 * | D71   | a refused request leaves traces                                                  |
 * | D72   | headers of responses                                                               |
 * | D73   | a state goes backwards                                                           |
 * | D74   | idempotency keys                                                                 |
 */

/** Every seeded fault of the hotels. */
export const staysDefects = [
  ...defectsOfJudging,
  ...defectsOfValues,
  ...defectsOfChanges,
  ...defectsOfKeeping,
  ...defectsOfLists,
  ...defectsOfCallers,
  ...defectsOfExchange,
] as const

/** Id of a defect or variant of the hotels. */
export type StaysDeviation = (typeof staysDefects)[number]['id'] | (typeof staysVariants)[number]['id']
