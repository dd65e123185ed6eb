import { allChecks } from '../checks/all-checks.ts'
import { propertyRules } from '../properties/all-properties.ts'
import type { Thresholds } from '../core/settings.ts'
import type { Coverage, OperationCoverage, Share, Skip } from '../core/check-result.ts'
import { type Check, type Finding, isTurnedOff, keyOf, policyAllows } from '../core/check.ts'
import type { Exchange } from '../core/exchange.ts'
import { appendTokens } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { hasWriter } from '@contract-kit/openapi/wire'
import { exampleConformance } from '../phases/examples.ts'
import { isTriedOnBothSides } from '../session/coverage.ts'
import type { Requirement } from '../session/rejections.ts'
import { silenceRules } from '../session/session.ts'
import type { Obstruction } from './obstructions.ts'

/** Rules about a whole run, which make a green result meaningful. */
export const runRules = {
  neverSucceeded: {
    id: 'operation-never-succeeded',
    title: 'Operation never succeeded',
    severity: 'medium',
  },
  undocumentedRequirement: {
    id: 'undocumented-requirement',
    title: 'Required value is documented as optional',
    severity: 'medium',
  },
  skipped: { id: 'operation-skipped', title: 'Operation was not checked completely', severity: 'medium' },
  threshold: {
    id: 'coverage-threshold',
    title: 'Coverage is below the threshold',
    severity: 'medium',
  },
} as const

/** A fault of the run, and the affected operations. */
interface RunFault {
  readonly finding: Finding
  readonly operations: readonly string[]
}

/** Operations that were sent and never succeeded. Those that depend on one value share a cause. */
export const neverSucceeded = (
  coverage: Coverage,
  failed: readonly ApiOperation[],
  obstructions: readonly Obstruction[],
): readonly RunFault[] =>
  failed.map((operation) => {
    const statuses = statusesOf(coverage, operation)
    const { id } = runRules.neverSucceeded
    const obstruction = obstructions.find(({ operations }) => operations.includes(operation))
    const message =
      obstruction === undefined
        ? `${operation.id} never returned 2xx (seen: ${statuses.join(', ')}), so its success was not checked. ${adviceFor(operation)}`
        : describeObstruction(obstruction)
    const finding = {
      check: id,
      operationId: operation.id,
      pointer: operation.pointer,
      message,
      key: keyOf(id, operation.id, operation.pointer),
      cause: obstruction === undefined ? statuses.join(' ') : `value ${obstruction.name}`,
    }
    return { finding, operations: [operation.id] }
  })

/** The operations that were sent and never succeeded. */
export const failedOperations = (
  coverage: Coverage,
  operations: readonly ApiOperation[],
): readonly ApiOperation[] =>
  operations.filter(
    (operation) => statusesOf(coverage, operation).length > 0 && !hasSucceeded(coverage, operation),
  )

const describeObstruction = ({ name, rejection, operations }: Obstruction): string => {
  const { operation, request } = rejection.case
  const id = operation?.id ?? request.target
  const { status, text } = rejection.response
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const quoted = line.length > QUOTED_LENGTH ? `${line.slice(0, QUOTED_LENGTH)}…` : line
  const [subject, them] =
    operations.length === 1
      ? [`${id} never returned 2xx, so its success was not checked`, 'it']
      : [
          `${operations.length} operations never returned 2xx, so their success was not checked`,
          'all of them',
        ]
  return `${subject}: ${id} rejects every request (${status} ${quoted}). A value of ${name} that the server accepts may make ${them} succeed: write values: { '${name}': […] } in the configuration, or --value '${name}=…'.`
}

/** Maximum length of a quoted rejection, in characters. */
const QUOTED_LENGTH = 120

/** Undocumented required values, unless a policy allows the rejection. */
export const statedRequirements = (requirements: readonly Requirement[]): readonly Located[] =>
  requirements.flatMap(({ operation, place, rejection }) => {
    const { id } = runRules.undocumentedRequirement
    if (policyAllows(rejection) || isTurnedOff(id, rejection.case, rejection)) return []
    const what =
      place.location === 'body'
        ? `the property ${place.name}`
        : `the ${place.location} parameter ${place.name}`
    const message = `${operation.id} succeeds with ${what} and rejects the same request without it, but the document calls it optional.`
    const key = keyOf(id, operation.id, place.pointer, `${place.location} ${place.name}`)
    return [
      {
        finding: { check: id, operationId: operation.id, pointer: place.pointer, message, key },
        exchange: rejection,
      },
    ]
  })

/** A finding, and the exchange that shows it. */
interface Located {
  readonly finding: Finding
  readonly exchange: Exchange
}

/** Operations without success, because no encoder or example exists for their body's media types. */
export const unwritten = (coverage: Coverage, operations: readonly ApiOperation[]): readonly Skip[] =>
  operations.flatMap((operation) => {
    const { media = [] } = operation.body ?? {}
    const canBeSent = media.some(
      (one) => hasWriter(one) || one.examples.some(({ value }) => typeof value === 'string'),
    )
    const [first] = media
    if (first === undefined || canBeSent || hasSucceeded(coverage, operation)) return []
    const types = media.map(({ contentType }) => contentType).join(' or ')
    const place = `#${appendTokens(first.pointer, 'example')}`
    const reason = `no request can be written as ${types}; write one as text at ${place}`
    return [{ operationId: operation.id, reason }]
  })

const statusesOf = (coverage: Coverage, { id }: ApiOperation): readonly string[] =>
  Object.keys(coverage.byOperation.find(({ operationId }) => operationId === id)?.statuses ?? {})

const hasSucceeded = (coverage: Coverage, operation: ApiOperation): boolean =>
  statusesOf(coverage, operation).some((status) => isSuccess(operation, Number(status)))

/** A body generated only from its schema is often the reason, especially a file. */
const adviceFor = ({ body }: ApiOperation): string => {
  const [first] = body?.media ?? []
  return first === undefined || body?.media.some(({ examples }) => examples.length > 0)
    ? 'Give it a working example, credentials, or a link from the operation that creates its resource.'
    : `Its body has no example: write one at #${appendTokens(first.pointer, 'example')}. Or give it credentials, or a link from the operation that creates its resource.`
}

/** An operation without a documented 2xx succeeds with any documented status below 400. */
const isSuccess = (operation: ApiOperation, status: number): boolean => {
  const promisesSuccess = [...operation.responses.keys()].some(
    (key) => key.startsWith('2') || key === 'default',
  )
  return (status >= 200 && status < 300) || (!promisesSuccess && status < 400)
}

/**
 * Operations that were not sent, or not completely, except deselected ones. Operations that were not reached before the run stopped share
 * one finding.
 */
export const skippedOperations = (
  skipped: readonly Skip[],
  operations: readonly ApiOperation[],
  stopReason: string | undefined,
): readonly RunFault[] => {
  const { id } = runRules.skipped
  const isSelected = ({ operationId }: Skip): boolean => operations.some((one) => one.id === operationId)
  const unreached = skipped.filter((skip) => skip.reason === stopReason && isSelected(skip))
  const isOneCause = unreached.length > 1
  const others = skipped.filter((skip) => !isOneCause || skip.reason !== stopReason)
  const findings = others.flatMap(({ operationId, reason }) => {
    const operation = operations.find((one) => one.id === operationId)
    if (operation === undefined) return []
    const message = `${operationId} was not checked completely: ${reason}.`
    const { pointer } = operation
    const finding = { check: id, operationId, pointer, message, key: keyOf(id, operationId, pointer) }
    return [{ finding, operations: [operationId] }]
  })
  if (!isOneCause) return findings
  const names = unreached.map(({ operationId }) => operationId)
  const named = names.slice(0, NAMED).join(', ')
  const rest = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const message = `${names.length} of ${operations.length} operations were not checked completely: ${stopReason}. They are ${named}${rest}.`
  const finding = {
    check: id,
    operationId: null,
    pointer: '/paths',
    message,
    key: keyOf(id, 'run', '/paths'),
  }
  return [...findings, { finding, operations: names }]
}

/** Maximum number of unreached operations to name. */
const NAMED = 5

const KINDS = ['operations', 'responses', 'parameters', 'keywords', 'examples'] as const

/** Whether an operation has unreached parts, by kind of coverage. */
const LACKS: Readonly<Record<(typeof KINDS)[number], (operation: OperationCoverage) => boolean>> = {
  operations: ({ statuses }) => !Object.keys(statuses).some((status) => status.startsWith('2')),
  responses: ({ unseen }) => unseen.length > 0,
  parameters: ({ parameters }) => !parameters.every(isTriedOnBothSides),
  keywords: ({ keywords }) => !keywords.every(isTriedOnBothSides),
  examples: ({ examples }) => !examples.every(({ sent }) => sent),
}

/** Coverage below a threshold. */
export const missedThresholds = (coverage: Coverage, thresholds: Thresholds): readonly RunFault[] =>
  KINDS.flatMap((kind) => {
    const wanted = thresholds[kind]
    const { share, reached, total }: Share = coverage[kind]
    if (wanted === undefined || share >= wanted) return []
    const { id } = runRules.threshold
    const message = `The run reached ${reached} of ${total} ${kind} (${Math.floor(share * 100)} %), less than the required ${Math.ceil(wanted * 100)} %.`
    const finding = { check: id, operationId: null, pointer: '', message, key: keyOf(id, kind, '') }
    const lacking = coverage.byOperation.filter(LACKS[kind])
    return [{ finding, operations: lacking.map(({ operationId }) => operationId) }]
  })

/** Further rules, which judge the document or the whole run instead of a response. */
export const runOnlyRules: readonly Pick<Check, 'id' | 'title' | 'severity'>[] = [
  ...Object.values(silenceRules),
  exampleConformance,
  ...Object.values(runRules),
]

/** The ids of all checks and rules, for options and policies. */
export const checkIds: readonly string[] = [...allChecks, ...propertyRules, ...runOnlyRules].map(
  ({ id }) => id,
)
