export { createJudge, type JudgeOptions } from './lib/schema/create-judge.ts'
export type { Failure } from './lib/schema/failure.ts'
export type { Dialect, Direction } from './lib/schema/schema-node.ts'
export type { SchemaLocation } from './lib/schema/standalone-schema.ts'
export type { Json } from './lib/schema/json.ts'
export { UnresolvedReferenceError } from './lib/schema/unresolved-reference-error.ts'
export {
  validValues,
  invalidValues,
  sampleValue,
  type GenerationOptions,
} from './lib/arbitraries/schema-values.ts'
export type { InvalidValue } from './lib/arbitraries/invalid-values.ts'
export { UnbreakableSchemaError } from './lib/arbitraries/invalid/unbreakable-schema-error.ts'
export { UnsatisfiableSchemaError } from './lib/arbitraries/unsatisfiable-schema-error.ts'
