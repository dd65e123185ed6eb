/** Schemas in their documents: reading, references and validation. */
export {
  describeProperty,
  describingSchemas,
  findUndocumented,
  outlineOf,
  type UndocumentedProperty,
} from './described-values.ts'
export {
  extendsSchema,
  findDiscriminator,
  namedVariant,
  namesOfVariant,
  variantsOf,
} from './base/discriminators.ts'
export {
  keywordOf,
  placeOf,
  SchemaSet,
  unlessUnresolved,
  UnresolvedReferenceError,
  type Dialect,
  type Direction,
  type SchemaNode,
} from './base/schema-set.ts'
export { resolveUri } from './base/uris.ts'
export { subschemaKeywords } from './base/subschema-keywords.ts'
export {
  childrenOf,
  conjoinedWith,
  findFlag,
  findKeyword,
  findReferenced,
  inPlaceSchemas,
  isLifted,
  namesBelow,
  reachableInPlace,
  referencesOf,
  schemasAt,
} from './base/subschemas.ts'
export { schemasForItem } from './keywords/arrays.ts'
export { assertionKeywords, evaluate, isValid } from './keywords/judge.ts'
export { schemasForName } from './keywords/objects.ts'
export type { Failure } from './keywords/rule.ts'
export { createDerivedNode, referTo } from './keywords/shell.ts'
