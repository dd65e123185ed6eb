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
export { DocumentError } from '@contract-kit/openapi'
export type { CustomFormat } from '@contract-kit/json-schema/text'
export { promoteFinding } from './regressions/promote-finding.ts'
export { writeReport, type ReportTarget } from './reports/write-report.ts'
