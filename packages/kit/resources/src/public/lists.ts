/** Lists: paging, order, search and paging information. */
export {
  SEARCH,
  cursorOf,
  findListed,
  findPaging,
  isOrderName,
  isPagingName,
  isSizeName,
  ordersOf,
  pagingWordOf,
  readOrder,
  toResourceList,
} from '../lists.ts'
export { isAboutPage, isReference, pageWordOf, readPageMarkers } from '../page-markers.ts'
