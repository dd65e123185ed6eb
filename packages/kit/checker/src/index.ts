export { checkContract } from './runner/contract-run.ts'
export {
  ConfigurationError,
  type CheckContractOptions,
  type CredentialHeaders,
  type Identity,
  type PolicyInput,
  type Thresholds,
  type TlsFiles,
} from './core/check-options.ts'
export { defineCheck, type CheckedExchange, type CustomCheck } from './core/custom-check.ts'
export type { CheckResult, OverlayAction, ReportedFinding } from './core/check-result.ts'
export { defineConfig, type CheckerConfig, type OperationConfig } from './cli/config.ts'
export { DocumentError } from './openapi/document-part.ts'
export { validValues, invalidValues, type GenerationOptions } from './json-schema/schema-values.ts'
export type { CustomFormat } from './json-schema/text/custom-formats.ts'
export { UnbreakableSchemaError, type InvalidValue } from './json-schema/break/invalid-values.ts'
export { UnsatisfiableSchemaError } from './json-schema/generate/valid-values.ts'
export { promoteFinding } from './regressions/promote-finding.ts'
export { writeReport, type ReportTarget } from './reports/write-report.ts'
