export { checkContract } from './lib/run/check-contract.ts'
export type {
  CheckContractOptions,
  CredentialHeaders,
  PolicyInput,
  Thresholds,
} from './lib/run/check-options.ts'
export type { CheckResult, ReportedFinding } from './lib/run/check-result.ts'
export { ConfigurationError } from './lib/run/configuration-error.ts'
export { DocumentError } from './lib/document/document-error.ts'
export { validValues, invalidValues, type GenerationOptions } from './lib/arbitraries/schema-values.ts'
export type { InvalidValue } from './lib/arbitraries/invalid-values.ts'
export { UnbreakableSchemaError } from './lib/arbitraries/invalid/unbreakable-schema-error.ts'
export { UnsatisfiableSchemaError } from './lib/arbitraries/unsatisfiable-schema-error.ts'
export { promoteFinding } from './lib/regressions/promote-finding.ts'
export { writeReport } from './lib/report/write-report.ts'
export type { ReportTarget } from './lib/report/report-target.ts'
