import type { CheckResult, ReportedFinding } from '../core/check-result.ts'
import type { Severity } from '../core/check.ts'
import { version } from '../core/version.ts'

const LEVELS = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const satisfies Record<
  Severity,
  string
>

/** The security severity for GitHub code scanning, 0 to 10. */
const RANKS = { critical: '9.0', high: '7.0', medium: '5.0', low: '3.0' } as const satisfies Record<
  Severity,
  string
>

/** SARIF 2.1.0 (OASIS) with one result per finding, located in the document by JSON Pointer. */
export const toSarif = (result: CheckResult): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: { name: 'contract-checker', version, rules: rulesOf(result) },
      },
      results: result.findings.map((finding) => toResult(finding, result.document)),
    },
  ],
})

const rulesOf = ({ findings }: CheckResult): readonly object[] =>
  [...new Map(findings.map((finding) => [finding.check, finding])).values()].map(
    ({ check, title, severity }) => ({
      id: check,
      shortDescription: { text: title },
      properties: { 'security-severity': RANKS[severity] },
    }),
  )

const toResult = (finding: ReportedFinding, document: string) => ({
  ruleId: finding.check,
  level: LEVELS[finding.severity],
  message: { text: finding.message },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: document === '' ? 'openapi' : document },
        region: { startLine: 1 },
      },
      logicalLocations: finding.places.map(({ pointer }) => ({
        fullyQualifiedName: pointer,
        kind: 'element',
      })),
    },
  ],
  partialFingerprints: { contractChecker: finding.key },
  properties: { phase: finding.phase, reproduce: finding.reproduce.script || finding.reproduce.curl },
})
