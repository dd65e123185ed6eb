import type { CheckResult, ReportedFinding } from '../run/check-result.ts'

/** A finding without the exchange itself, in which credentials stand unmasked. */
export type JsonFinding = Omit<ReportedFinding, 'exchange' | 'sent'>

export interface JsonReport extends Omit<CheckResult, 'findings'> {
  readonly findings: readonly JsonFinding[]
}

/** The result as plain data. */
export const toJsonReport = (result: CheckResult): JsonReport => ({
  ...result,
  findings: result.findings.map(({ exchange: _exchange, sent: _sent, ...finding }) => finding),
})
