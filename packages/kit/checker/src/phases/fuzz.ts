import { NO_CLAIMS } from './claims.ts'
import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { type CaseDraft, deriveSeed, makeCase } from '../core/case.ts'
import { UnsatisfiableSchemaError } from '@contract-kit/json-schema/values'
import type { ApiOperation } from '@contract-kit/openapi'
import { cursorOf } from '@contract-kit/resources/lists'
import { brokenRequests } from './broken-requests.ts'
import { drawSamples, validRequests } from './candidate-values.ts'
import { withoutCursor } from './values.ts'
import {
  forEachItem,
  keepTarget,
  namesItems,
  originsBesideTarget,
  type WorkContext,
  type WorkItem,
} from './work-item.ts'

const phase = 'fuzz'

/** Random requests: half of them valid, half with one violated keyword. A new fault is shrunk at once. */
export const planFuzz = (operations: readonly ApiOperation[]): readonly WorkItem[] =>
  operations.map((operation) => ({
    phase,
    operation,
    subject: operation.id,
    needsReset: false,
    ...NO_CLAIMS,
    run: (context) => fuzzOrSkip(context, operation),
  }))

const fuzzOrSkip = async (context: WorkContext, operation: ApiOperation): Promise<void> => {
  try {
    await fuzz(context, operation)
  } catch (error) {
    if (!(error instanceof UnsatisfiableSchemaError)) throw error
    context.skip(operation.id, 'its schemas allow no request')
  }
}

const fuzz = async (context: WorkContext, operation: ApiOperation): Promise<void> => {
  const broken = brokenRequests(operation)
  const { pointer, documentUri } = operation
  const target = { location: 'operation', name: '', keyword: '', pointer, documentUri } as const
  const valid = validRequests(operation).map((values): CaseDraft => ({
    scenario: 'valid_request',
    mode: 'positive',
    target,
    values: withoutCursor(context.graph, operation, values),
  }))
  const cursor = cursorOf(context.graph, operation)
  const isOnCursor = ({ location, name }: CaseDraft['target']): boolean =>
    location === 'query' && name === cursor
  const negative = broken?.map((request): CaseDraft => ({
    scenario: 'broken_request',
    mode: 'negative',
    target: request.target,
    values: isOnCursor(request.target)
      ? request.values
      : withoutCursor(context.graph, operation, request.values),
  }))
  const positives = negative === undefined ? context.cases : Math.ceil(context.cases / 2)
  await fuzzWith(context, operation, valid, 'valid', positives)
  if (negative !== undefined)
    await fuzzWith(context, operation, negative, 'broken', context.cases - positives)
}

const fuzzWith = async (
  context: WorkContext,
  operation: ApiOperation,
  drafts: Arbitrary<CaseDraft>,
  kind: string,
  count: number,
): Promise<void> => {
  const seed = deriveSeed(context.seed, phase, operation.id, kind)
  const samples = [...drawSamples(drafts, seed, count).entries()]
  await forEachItem(samples, context.workers, async ([index, draft]) => {
    const isUnbound = isLeftUnbound(draft, index)
    const { values, boundTo } = isUnbound
      ? { ...draft, boundTo: {} }
      : await context.working.bind(phase, operation, draft.values)
    const mayBeRejected = isUnbound && namesItems(context, operation)
    const sent = makeCase(
      phase,
      operation,
      { ...draft, values: keepTarget(operation, draft, values), mayBeRejected },
      originsBesideTarget(draft, boundTo),
    )
    const exchange = sent && (await context.session.exchange(sent))
    if (exchange === undefined) return
    const fresh = context.session.judge(exchange)
    await context.session.restoreAfter(exchange)
    for (const key of fresh) await shrinkDraft(context, operation, drafts, { seed, index, key })
  })
}

/** One valid request in ten keeps its generated ids, to cover missing items. */
const isLeftUnbound = ({ mode }: CaseDraft, index: number): boolean => mode === 'positive' && index % 10 === 9

/** Maximum number of requests for shrinking one fault. */
const ATTEMPTS = 60

/** The drawn value that revealed a fault. */
interface Origin {
  readonly seed: number
  readonly index: number
  readonly key: string
}

/** Searches for a smaller request with the same fault. With a reset hook, each attempt starts in the initial state. */
const shrinkDraft = async (
  context: WorkContext,
  operation: ApiOperation,
  drafts: fc.Arbitrary<CaseDraft>,
  { seed, index, key }: Origin,
): Promise<void> => {
  const { session, working, parts } = context
  let attempts = 0
  const holds = async (draft: CaseDraft): Promise<boolean> => {
    attempts += 1
    if (attempts > ATTEMPTS) return true
    await session.reset()
    const { values, boundTo } = await working.bind('fuzz', operation, draft.values)
    const sent = makeCase(
      'fuzz',
      operation,
      { ...draft, values: keepTarget(operation, draft, values) },
      originsBesideTarget(draft, boundTo),
    )
    const exchange = sent && (await session.exchange(sent))
    if (exchange === undefined || !session.faultsOf(exchange).includes(key)) return true
    parts.recorder.replaceExchange(key, exchange)
    return false
  }
  await fc.check(fc.asyncProperty(drafts, holds), { seed, path: String(index), numRuns: 1 })
}
