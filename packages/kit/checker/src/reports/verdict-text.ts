import type {
  CheckResult,
  Obstacle,
  ObstacleKind,
  OperationCoverage,
  ReportedFinding,
  SidedCoverage,
  Tally,
} from '../core/check-result.ts'
import { parsePointer } from '@contract-kit/json-schema/json'

/** The result of a run in one line: findings, else unseen parts, else success. */
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
export const reachedText = ({ coverage }: Pick<CheckResult, 'coverage'>): string =>
  KINDS.map((kind) => `${kind} ${coverage[kind].reached}/${coverage[kind].total}`).join(' · ')

/** The cost of a run: `1,204 requests in 3.2 s`. */
export const effortText = ({ requests, durationMs, traffic }: CheckResult): string =>
  traffic === undefined
    ? `${counted(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`
    : `${requests.toLocaleString('en')} of ${counted(traffic.exchanges, 'exchange')} judged`

/** A list of a report. */
interface TitledList {
  readonly heading: string
  readonly lines: readonly string[]
}

/** Lists about traffic besides its findings; a list may be empty. */
export const trafficLists = ({ coverage, traffic }: CheckResult): readonly TitledList[] => {
  if (traffic === undefined) return []
  const called = coverage.byOperation.filter(({ statuses }) => Object.keys(statuses).length > 0)
  const unsent = (namesOf: (operation: OperationCoverage) => readonly string[]): readonly string[] =>
    called.flatMap((operation) => {
      const names = [...new Set(namesOf(operation))]
      return names.length === 0 ? [] : [`${operation.operationId}: ${names.join(', ')}`]
    })
  return [
    {
      heading: 'Parameters never sent',
      lines: unsent(({ parameters }) => neverSent(parameters).map(({ name }) => name)),
    },
    { heading: 'Body properties never sent', lines: unsent(unsentProperties) },
    {
      heading: 'Response properties never seen',
      lines: traffic.unseenProperties.map(
        ({ operationId, status, names }) => `${operationId} ${status}: ${names.join(', ')}`,
      ),
    },
    { heading: 'Requests that the document does not declare', lines: tallies(traffic.undocumented) },
    {
      heading: 'Query parameters that the document does not declare',
      lines: tallies(traffic.undeclaredParameters),
    },
    {
      heading: 'Exchanges that were not judged',
      lines: tallies(traffic.notJudged),
    },
    {
      heading: 'Groups',
      lines: traffic.groups.map(
        ({ name, exchanges, findings, coverage: own }) =>
          `${name}: ${counted(exchanges, 'exchange')}, ${counted(findings.length, 'finding')}, ${reachedText({ coverage: own })}`,
      ),
    },
  ]
}

const tallies = (list: readonly Tally[]): readonly string[] =>
  list.toSorted((a, b) => b.count - a.count).map(({ what, count }) => `${what} (${count})`)

const neverSent = (things: readonly SidedCoverage[]): readonly SidedCoverage[] =>
  things.filter(({ valid, invalid }) => valid + invalid === 0)

/** Body properties for which no request tested a keyword. */
const unsentProperties = ({ keywords }: OperationCoverage): readonly string[] => {
  const byName = Map.groupBy(keywords, ({ pointer }) => {
    const [kind, name] = parsePointer(pointer).slice(-3)
    return kind === 'properties' ? name : undefined
  })
  return [...byName].flatMap(([name, statements]) =>
    name !== undefined && neverSent(statements).length === statements.length ? [name] : [],
  )
}

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
  gateway: 'got a gateway error (502 to 504)',
  'no data': 'found no data (404)',
}

/** An obstacle as a clause: `62 % of the requests were rejected for their credentials (401, 403)`. */
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

/** The subject of a finding: operation id, else path, else the run. */
export const subjectOf = ({ operationId, sent }: Pick<ReportedFinding, 'operationId' | 'sent'>): string =>
  operationId ?? sent?.path ?? 'the run as a whole'

/** The distinct subjects at the other places of a finding. */
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

/** Whether a pointer leads to a whole operation, whose text is not useful. */
export const isWholeOperation = (pointer: string): boolean => /^\/paths\/[^/]+(\/[a-z]+)?$/.test(pointer)
