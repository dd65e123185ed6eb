export { findUndocumented } from './checks/described-values.ts'
export { DocumentError } from './openapi/document-part.ts'
export { loadDocument } from './openapi/load-document.ts'
export {
  essenceOf,
  findMedia,
  findResponse,
  isSecured,
  missingScopes,
  type ApiBody,
  type ApiDocument,
  type ApiHeader,
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  type ApiResponse,
  type NamedExample,
  type SecurityRequirement,
  type SecurityScheme,
} from './openapi/api-document.ts'
export { judgeHeader } from './http/judge/read-parameters.ts'
export { buildResourceGraph } from './resources/build-resource-graph.ts'
export {
  addsItems,
  demandOf,
  endOf,
  type Filter,
  filtersAmong,
  findFilters,
  holdsFilters,
  isChoice,
  isEverything,
  membersOf,
  wantedBy,
} from './resources/filters.ts'
export { findIds, findItems, wrappedIn, type IdQuery } from './resources/find-id.ts'
export { idQueryOf } from './resources/finish-resources.ts'
export { findIdempotencyKey, rejectsOtherRequests, repeatsAnswer } from './resources/idempotency.ts'
export { findBodyMedia } from './resources/inputs.ts'
export {
  findListed,
  isOrderName,
  isPagingName,
  isSizeName,
  ordersOf,
  pagingWordOf,
  SEARCH,
  toResourceList,
} from './resources/lists.ts'
export {
  entityOf,
  ID_WORDS,
  isSameName,
  KEY_WORDS,
  parseRangeName,
  parseReferenceName,
  singularize,
  wordsOf,
} from './resources/names.ts'
export { isAboutPage, isReference, pageWordOf } from './resources/page-markers.ts'
export { isPrefix, keyOfSegments, pathSegments } from './resources/paths.ts'
export type {
  InputBinding,
  InputPlace,
  Paging,
  Resource,
  ResourceCall,
  ResourceGraph,
  ResourceList,
} from './resources/resource-graph.ts'
export { isLasting, isOver, isStateName, stageOfWord } from './resources/states.ts'
export {
  answerSketch,
  findJsonMedia,
  sketchSchema,
  type Sketch,
  type SketchField,
} from './resources/sketch.ts'
export {
  appendTokens,
  equalJson,
  findAt,
  isObject,
  own,
  parseJson,
  parsePointer,
  writeJson,
  type Json,
  type JsonObject,
} from './json-schema/base/json.ts'
export { namedVariant } from './json-schema/base/discriminators.ts'
export { keywordOf, placeOf, type SchemaNode } from './json-schema/base/schema-set.ts'
export { findKeyword, findReferenced } from './json-schema/base/subschemas.ts'
export { evaluate, isValid } from './json-schema/keywords/judge.ts'
export type { Failure } from './json-schema/keywords/rule.ts'
export { validValuesOf, UnsatisfiableSchemaError } from './json-schema/generate/valid-values.ts'
export { findTemplate } from './json-schema/sample/find-sample.ts'
