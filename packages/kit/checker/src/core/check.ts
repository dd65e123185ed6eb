import { createHash } from 'node:crypto'
import { appendTokens } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import type { Case, Exchange } from './exchange.ts'

/** Severities, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

export type Severity = (typeof SEVERITIES)[number]

/** A fault, as a check reports it. */
export interface Finding {
  /** Id of the check. */
  readonly check: string
  /** The affected operation; null for an undeclared method or path. */
  readonly operationId: string | null
  /** JSON Pointer to the violated part of the document. */
  readonly pointer: string
  /** The cause in one sentence, without generated values. */
  readonly message: string
  /** Identifies the fault by check, operation and place in the document only. */
  readonly key: string
  /** The common cause of several findings of one check, if they are one fault. Undefined: the finding has its own cause. */
  readonly cause?: string
}

/** A requirement of the document or of a standard. */
export interface Rule {
  /** Identifies the rule in its documentation page, options, policies and reports. */
  readonly id: string
  /** The fault in a few words; the title of the findings. */
  readonly title: string
  readonly severity: Severity
}

/** A rule for exchanges. A check is pure: it never throws and keeps no state. */
export interface Check extends Rule {
  /** The required input: the response, also the request, or also the preceding exchanges. */
  readonly needs: 'response' | 'request' | 'sequence'
  /** The severity for an exchange, if lower than that of the check. */
  readonly severityOf?: (exchange: Exchange) => Severity
  /**
   * Shared server parts that the check may find at fault: the error page, or the router. The same fault of such a part on several
   * operations is one finding. Default: none.
   */
  readonly sharedParts?: readonly ('error page' | 'router')[]
  /** Whether it judges a response only by the document, and thus also applies to replayed examples. Default: false. */
  readonly judgesReplays?: boolean
  /** Undefined means an undeclared method or path. */
  readonly appliesTo: (operation: ApiOperation | undefined) => boolean
  readonly verify: (exchange: Exchange) => readonly Finding[]
}

/** Defines a check that skips exchanges to which it does not apply, and operations for which a policy turns it off. */
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
 * Whether a policy turns a check off for a case: by operation, path, or the whole document (`*`). Policies of a path's operations also
 * cover its undeclared methods.
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

/** The default pointer of a finding: the operation, else the path. */
const placeOfExchange = ({ case: { operation, path } }: Exchange): string =>
  operation?.pointer ?? appendTokens('/paths', path)

/** The key of a fault: a readable part that identifies the operation for replays, then a digest of the place. */
export const keyOf = (check: string, subject: string, pointer: string, discriminator = ''): string => {
  const digest = createHash('sha256')
    .update([check, subject, pointer, discriminator].join('\n'))
    .digest('hex')
  return `${check}:${subject}:${digest.slice(0, 8)}`
}

/** Creates a finding. Its key depends only on check, operation and place, so it is stable across runs. */
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
