import type { ApiOperation, ApiParameter } from '../../document/api-document.ts'
import { findPaging } from '../../resources/find-paging.ts'
import { wordsOf } from '../../resources/words-of.ts'

/** Parameters that order or describe a list without leaving anything out. */
const HARMLESS =
  /^(sort|order|orderby|sortby|sortorder|direction|fields|expand|include|embed|format|locale|timezone|tz|pretty|total|withtotal)/

/** Whether a query parameter may choose among the items of a list; those of paging, order and presentation cannot. */
export const isFilter = (operation: ApiOperation, { in: location, name }: ApiParameter): boolean => {
  const paging = findPaging(operation)
  return (
    location === 'query' &&
    name !== paging?.size &&
    name !== paging?.position &&
    !HARMLESS.test(wordsOf(name).join(''))
  )
}
