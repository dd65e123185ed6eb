/** Filters of lists: parameters that choose items by their properties. */
export {
  type Filter,
  addsItems,
  demandOf,
  endOf,
  filtersAmong,
  findFilters,
  holdsFilters,
  isBeyondEnd,
  isChoice,
  isEverything,
  isSurelyWanted,
  membersOf,
  plainName,
  wantedBy,
  withoutIs,
} from '../filters.ts'
