import { createHash } from 'node:crypto'
import { appendTokens } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import type { Case, Exchange } from './exchange.ts'

/** The severity of a fault, the worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

export type Severity = (typeof SEVERITIES)[number]

/** A fault, as a check reports it. */
export interface Finding {
  /** Id of the check. */
  readonly check: string
  /** The operation that the finding reports; null for an undeclared method or path. */
  readonly operationId: string | null
  /** JSON Pointer into the document, to the statement that is broken. */
  readonly pointer: string
  /** The cause in one sentence, without generated values. */
  readonly message: string
  /** The identity of the fault, which depends only on check, operation and place in the document. */
  readonly key: string
  /** The common cause of findings of one check on several operations, if they are one fault; undefined: each finding has its own cause. */
  readonly cause?: string
}

/** A promise of the document, or of a standard, that the checker judges. */
export interface Rule {
  /** Names its page, and the rule in options, policies and reports. */
  readonly id: string
  /** The fault in a few words; the title of the findings. */
  readonly title: string
  readonly severity: Severity
}

/** One rule about an exchange. It is pure: it returns its findings, never throws, and keeps no state. */
export interface Check extends Rule {
  /** What it needs: the response, also the request, or also the exchanges before it. */
  readonly needs: 'response' | 'request' | 'sequence'
  /** The severity of what an exchange shows, if that of the check is too high for it. */
  readonly severityOf?: (exchange: Exchange) => Severity
  /**
   * The parts of a server that serve all of its operations and that the check may find at fault: its error page, or its router of methods
   * and paths. The same fault of such a part on several operations is one finding. Default: none.
   */
  readonly sharedParts?: readonly ('error page' | 'router')[]
  /** Whether it judges a response by nothing but the document, so that it also holds for the replay of an example. Default: false. */
  readonly judgesReplays?: boolean
  /** undefined means an undeclared method or path. */
  readonly appliesTo: (operation: ApiOperation | undefined) => boolean
  readonly verify: (exchange: Exchange) => readonly Finding[]
}

/** Makes a check that keeps silent if it does not apply, and that never reports an operation for which a policy turns it off. */
export const defineCheck = (check: Check): Check => ({
  ...check,
  verify: (exchange) => {
    const found = check.appliesTo(exchange.case.operation) ? check.verify(exchange) : []
    return found.length === 0
      ? found
      : found.filter(({ check: id }) => !isTurnedOff(id, exchange.case, exchange))
  },
})

/**
 * Whether a policy turns a check off for a case: one of its operation, of its path, or of the whole document (`*`). The policies of the
 * operations on a path also cover undeclared methods of the path.
 */
export const isTurnedOff = (
  check: string,
  { operation, path }: Pick<Case, 'operation' | 'path'>,
  { document, settings: { policies } }: Pick<Exchange, 'document' | 'settings'>,
): boolean => {
  const ids = operation === undefined ? (document.paths.get(path) ?? []).map(({ id }) => id) : [operation.id]
  return [...ids, path, '*'].some((subject) =>
    (policies.get(subject) ?? []).some(({ checks }) => checks.includes(check)),
  )
}

/** The pointer to the statement that judges an exchange, if a check has no better one: the operation, else the path. */
const placeOfExchange = ({ case: { operation, path } }: Exchange): string =>
  operation?.pointer ?? appendTokens('/paths', path)

/** The identity of a fault. Its first part is readable, so that a replay knows the operation; the second is a digest of the place. */
export const keyOf = (check: string, subject: string, pointer: string, discriminator = ''): string => {
  const digest = createHash('sha256')
    .update([check, subject, pointer, discriminator].join('\n'))
    .digest('hex')
  return `${check}:${subject}:${digest.slice(0, 8)}`
}

/** Makes a finding; its key depends on the check, the operation and the place alone, so one fault has one key in every run. */
export const createFinding = (
  check: Pick<Check, 'id'>,
  exchange: Exchange,
  message: string,
  pointer: string = placeOfExchange(exchange),
  discriminator = '',
): Finding => {
  const operationId = exchange.case.operation?.id ?? null
  return {
    check: check.id,
    operationId,
    pointer,
    message,
    key: keyOf(check.id, operationId ?? exchange.case.path, pointer, discriminator),
  }
}

/** Whether a policy of the operation allows the status of this response for a valid request. */
export const policyAllows = ({ case: { operation }, response, settings }: Exchange): boolean =>
  operation !== undefined &&
  (settings.policies.get(operation.id) ?? []).some(({ statuses }) => statuses.includes(response.status))
