export { createJudge, type JudgeOptions } from './json-schema/keywords/judge.ts'
export type { Failure } from './json-schema/keywords/rule.ts'
export {
  UnresolvedReferenceError,
  type Dialect,
  type Direction,
  type SchemaLocation,
} from './json-schema/base/schema-set.ts'
export type { Json } from './json-schema/base/json.ts'
export {
  validValues,
  invalidValues,
  sampleValue,
  type GenerationOptions,
} from './json-schema/schema-values.ts'
export { UnbreakableSchemaError, type InvalidValue } from './json-schema/break/invalid-values.ts'
export { UnsatisfiableSchemaError } from './json-schema/generate/valid-values.ts'
