export { checkContract } from './runner/contract-run.ts'
export {
  ConfigurationError,
  type CheckContractOptions,
  type CredentialHeaders,
  type PolicyInput,
  type Thresholds,
} from './core/check-options.ts'
export type { CheckResult, ReportedFinding } from './core/check-result.ts'
export { defineConfig, type CheckerConfig, type OperationConfig } from './cli/config.ts'
export { DocumentError } from './openapi/document-part.ts'
export { validValues, invalidValues, type GenerationOptions } from './json-schema/schema-values.ts'
export { UnbreakableSchemaError, type InvalidValue } from './json-schema/break/invalid-values.ts'
export { UnsatisfiableSchemaError } from './json-schema/generate/valid-values.ts'
export { promoteFinding } from './regressions/promote-finding.ts'
export { writeReport, type ReportTarget } from './reports/write-report.ts'
