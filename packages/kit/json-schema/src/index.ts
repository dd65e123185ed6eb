export { createJudge, type JudgeOptions } from './keywords/judge.ts'
export type { Failure } from './keywords/rule.ts'
export {
  UnresolvedReferenceError,
  type Dialect,
  type Direction,
  type SchemaLocation,
} from './base/schema-set.ts'
export type { Json } from './base/json.ts'
export { validValues, invalidValues, sampleValue, type GenerationOptions } from './schema-values.ts'
export { UnbreakableSchemaError, type InvalidValue } from './break/invalid-values.ts'
export { UnsatisfiableSchemaError } from './generate/valid-values.ts'
