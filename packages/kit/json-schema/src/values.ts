/** Values of a schema in its document: valid, at its bounds, and invalid in one statement. */
export {
  boundaryValues,
  brokenValues,
  templateValue,
  type ScenarioValue,
} from './boundaries/boundary-values.ts'
export { largestCounts } from './boundaries/largest-counts.ts'
export { invalidValuesOf, listViolations, UnbreakableSchemaError } from './break/invalid-values.ts'
export {
  findTemplate,
  sampleValues,
  UnsatisfiableSchemaError,
  validValuesOf,
} from './generate/valid-values.ts'
