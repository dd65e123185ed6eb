import type { CheckResult, Obstacle, ObstacleKind, ReportedFinding } from '../core/check-result.ts'

/** The outcome of a run in one line: the findings, else the parts that were not seen, else success. */
export const verdictText = (result: CheckResult): string => {
  const { verdict, findings } = result
  if (verdict === 'findings') return counted(findings.length, 'finding')
  return verdict === 'incomplete'
    ? `incomplete: ${findings.length === 0 ? 'no finding, but ' : ''}${gapsOf(result)}`
    : 'green: the server matches its document'
}

/** A number and its noun: `1 finding`, `1,204 requests`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

const KINDS = ['operations', 'responses', 'parameters', 'keywords', 'examples'] as const

/** The coverage of each kind: `operations 5/5 · responses 9/12`. */
export const reachedText = ({ coverage }: CheckResult): string =>
  KINDS.map((kind) => `${kind} ${coverage[kind].reached}/${coverage[kind].total}`).join(' · ')

/** The cost of a run: `1,204 requests in 3.2 s`. */
export const effortText = ({ requests, durationMs }: CheckResult): string =>
  `${counted(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`

/** The effect of a policy: `rejected 3 valid requests with 429: it has a limit`. */
export const allowanceText = ({
  status,
  reason,
  count,
}: Pick<CheckResult['policiesUsed'][number], 'status' | 'reason' | 'count'>): string =>
  `rejected ${counted(count, 'valid request')} with ${status}: ${reason}`

const OBSTACLES: Readonly<Record<ObstacleKind, string>> = {
  credentials: 'were rejected for their credentials (401, 403)',
  'rate limit': 'hit a rate limit (429)',
  gateway: 'got an error of a gateway (502 to 504)',
  'no data': 'found no data (404)',
}

/** The obstacle in one clause: `62 % of the requests were rejected for their credentials (401, 403)`. */
export const obstacleText = ({ kind, share, operations }: Obstacle): string =>
  share >= 0.25
    ? `${Math.round(share * 100)} % of the requests ${OBSTACLES[kind]}`
    : `nearly all requests to ${operations.slice(0, 3).join(', ')}${operations.length > 3 ? ` and ${operations.length - 3} more` : ''} ${OBSTACLES[kind]}`

const gapsOf = ({ coverage, skipped, obstacles }: CheckResult): string => {
  const { reached, total } = coverage.responses
  const operations = new Set(skipped.map(({ operationId }) => operationId)).size
  return [
    ...obstacles.map(obstacleText),
    ...(reached < total ? [`${counted(total - reached, 'documented response')} never seen`] : []),
    ...(operations > 0 ? [`${counted(operations, 'operation')} not checked completely`] : []),
  ].join(' and ')
}

/** The subject of a finding: an operation by its id, else a path, else the run itself. */
export const subjectOf = ({ operationId, sent }: Pick<ReportedFinding, 'operationId' | 'sent'>): string =>
  operationId ?? sent?.path ?? 'the run as a whole'

/** The subjects at the other places of a finding, each once. */
export const otherSubjects = (
  finding: Pick<ReportedFinding, 'operationId' | 'sent' | 'places'>,
): readonly string[] => {
  const subjects = finding.places.map(
    ({ operationId, method, path }) => operationId ?? `${method} ${path}`.trim(),
  )
  const { method = '' } = finding.sent?.request ?? {}
  const own = new Set([subjectOf(finding), `${method} ${subjectOf(finding)}`])
  return [...new Set(subjects)].filter((subject) => !own.has(subject))
}

/** Whether a pointer leads to an operation as a whole, whose text explains nothing. */
export const isWholeOperation = (pointer: string): boolean => /^\/paths\/[^/]+(\/[a-z]+)?$/.test(pointer)
