import { defectsOfAnswers } from './defects-of-answers.ts'
import { defectsOfConditions } from './defects-of-conditions.ts'
import { defectsOfJudging } from './defects-of-judging.ts'
import { defectsOfKeeping } from './defects-of-keeping.ts'
import { defectsOfLists } from './defects-of-lists.ts'
import { defectsOfReach } from './defects-of-reach.ts'
import { defectsOfValues } from './defects-of-values.ts'
import type { coursesVariants } from './variants.ts'

/*
 * Classes of these defects:
 *
 * | class | what is wrong                                                                  |
 * | ----- | ------------------------------------------------------------------------------ |
 * | D50   | a bound that one branch of a composed schema, or one operation, does not check |
 * | D51   | null: taken, refused or kept wrongly                                           |
 * | D52   | texts that do not come back as they were sent                                  |
 * | D53   | changes by PATCH: what is not sent, what is nested, what is removed            |
 * | D54   | replacements by PUT: what is left out, what is sent twice                      |
 * | D55   | children: below another parent, without one, after its end                     |
 * | D56   | conditions: tags and times, If-Match, If-None-Match, 304                       |
 * | D57   | HEAD unlike GET                                                                |
 * | D58   | Location                                                                       |
 * | D59   | what only the server sets, or only the caller sees                             |
 * | D60   | money                                                                          |
 * | D61   | days and times                                                                 |
 * | D62   | ids                                                                            |
 * | D63   | deletion and what lists know of it                                             |
 * | D64   | lists: pages, order, filters, totals, links                                    |
 * | D65   | defaults                                                                       |
 * | D66   | credentials and rights                                                         |
 * | D67   | media types                                                                    |
 * | D68   | styles of parameters                                                           |
 * | D69   | types of JSON, and how lengths are counted                                     |
 * | D70   | errors                                                                         |
 * | D71   | refused requests that leave traces                                             |
 * | D72   | headers of responses                                                             |
 * | D74   | keys of requests that are repeated                                             |
 */

/** Every seeded fault of the courses. */
export const coursesDefects = [
  ...defectsOfJudging,
  ...defectsOfKeeping,
  ...defectsOfValues,
  ...defectsOfConditions,
  ...defectsOfReach,
  ...defectsOfLists,
  ...defectsOfAnswers,
] as const

/** Id of a defect or variant of the courses. */
export type CoursesDeviation = (typeof coursesDefects)[number]['id'] | (typeof coursesVariants)[number]['id']
