export { checkContract } from './runner/contract-run.ts'
export { ConfigurationError, type CheckContractOptions, type SeenFinding } from './core/check-options.ts'
export type {
  CredentialHeaders,
  Identity,
  OperationConfig,
  PolicyInput,
  Thresholds,
  TlsFiles,
} from './core/settings.ts'
export { defineSequence, type CustomSequence, type SequenceApi } from './core/custom-sequence.ts'
export { defineCheck, type CheckedExchange, type CustomCheck } from './core/custom-check.ts'
export type { CheckResult, OverlayAction, ReportedFinding } from './core/check-result.ts'
export { defineConfig, type CheckerConfig } from './cli/config.ts'
export { DocumentError } from '@contract-kit/openapi'
export type { CustomFormat } from '@contract-kit/json-schema/text'
export { promoteFinding } from './regressions/promote-finding.ts'
export { writeReport, type ReportTarget } from './reports/write-report.ts'
