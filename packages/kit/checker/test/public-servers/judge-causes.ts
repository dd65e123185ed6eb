import { checkContract, type CheckResult, type ReportedFinding } from '../../src/index.ts'
import type { Cause, PublicServer } from './public-server.ts'

/** The result of the checker for all faults of a server. */
export interface Scorecard {
  readonly name: string
  readonly result: CheckResult
  readonly missed: readonly Cause[]
  /** Findings that no cause explains at every place that they name. */
  readonly falseAlarms: readonly ReportedFinding[]
  /** Findings for each cause that was found. */
  readonly findingsPerCause: number
}

/** Checks a server over a port and sorts the findings by cause. */
export const judgeCauses = async (server: PublicServer): Promise<Scorecard> => {
  const { name, document, causes, options } = server
  const { url, reset, close } = await server.open()
  try {
    const result = await checkContract({ document, baseUrl: url, reset, seed: 1, cases: 20, ...options })
    const explained = result.findings.filter((finding) => causes.some((cause) => explains(cause, finding)))
    const missed = causes.filter((cause) => !explained.some((finding) => explains(cause, finding)))
    return {
      name,
      result,
      missed,
      falseAlarms: result.findings.filter((finding) => !explained.includes(finding)),
      findingsPerCause: explained.length / (causes.length - missed.length),
    }
  } finally {
    await close()
  }
}

const explains = ({ checks, places, says = /(?:)/ }: Cause, finding: ReportedFinding): boolean =>
  checks.includes(finding.check) &&
  says.test(finding.message) &&
  finding.places.every(({ operationId, path }) => places.includes(operationId ?? path))
