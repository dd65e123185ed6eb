export { buildResourceGraph, orderOperations } from './build-resource-graph.ts'
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
} from './filters.ts'
export { type IdQuery, findIds, findItems, wrappedIn } from './find-id.ts'
export { idQueryOf } from './finish-resources.ts'
export { findIdempotencyKey, rejectsOtherRequests, repeatsAnswer } from './idempotency.ts'
export { findBodyMedia, fitId, operationInputs } from './inputs.ts'
export { evaluateExpression, evaluateExpressions, evaluateTemplate } from './links.ts'
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
  toResourceList,
} from './lists.ts'
export {
  ID_WORDS,
  type RangeName,
  entityOf,
  isSameName,
  parseReferenceName,
  singularize,
  wordsOf,
} from './names.ts'
export { isAboutPage, isReference, pageWordOf, readPageMarkers } from './page-markers.ts'
export { fillsPath, isPrefix, keyOfSegments, matchPath, pathSegments } from './paths.ts'
export { pickInputs } from './pick-inputs.ts'
export {
  type DeclaredLink,
  type InputBinding,
  type InputPlace,
  type Paging,
  type Producer,
  type Resource,
  type ResourceCall,
  type ResourceGraph,
  type ResourceList,
} from './resource-graph.ts'
export {
  type FoundId,
  type Id,
  type ListedItem,
  findCreatedId,
  findShownItem,
  isId,
  readListedItems,
} from './response-items.ts'
export {
  type Sketch,
  type SketchField,
  answerSketch,
  findJsonMedia,
  sketchSchema,
  sketchValue,
} from './sketch.ts'
export { isLasting, isOver, isStateName, stageOfWord } from './states.ts'
