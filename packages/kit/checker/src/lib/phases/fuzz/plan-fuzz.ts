import type { Arbitrary } from 'fast-check'
import { UnsatisfiableSchemaError } from '../../arbitraries/unsatisfiable-schema-error.ts'
import type { ApiOperation } from '../../document/api-document.ts'
import { deriveSeed } from '../../run/derive-seed.ts'
import { makeCase } from '../../run/make-case.ts'
import { cursorOf } from '../../resources/cursor-of.ts'
import type { CaseDraft } from '../case-draft.ts'
import { withoutCursor } from '../without-cursor.ts'
import type { WorkContext, WorkItem } from '../work-item.ts'
import { brokenRequests } from './broken-requests.ts'
import { drawSamples } from './draw-samples.ts'
import { keepTarget, originsBesideTarget } from '../keep-target.ts'
import { shrinkDraft } from './shrink-draft.ts'
import { validRequests } from './valid-requests.ts'

const phase = 'fuzz'

/** Random requests, half of them valid, half broken in one statement; a fault that is new is shrunk at once. */
export const planFuzz = (operations: readonly ApiOperation[]): readonly WorkItem[] =>
  operations.map((operation) => ({
    phase,
    operation,
    subject: operation.id,
    needsReset: false,
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
  for (const [index, draft] of drawSamples(drafts, seed, count).entries()) {
    const { values, boundTo } = isLeftUnbound(draft, index)
      ? { ...draft, boundTo: {} }
      : await context.working.bind(phase, operation, draft.values)
    const sent = makeCase(
      phase,
      operation,
      { ...draft, values: keepTarget(draft, values) },
      originsBesideTarget(draft, boundTo),
    )
    const exchange = sent && (await context.session.exchange(sent))
    if (exchange === undefined) continue
    const fresh = context.session.judge(exchange)
    await context.session.restoreAfter(exchange)
    for (const key of fresh) await shrinkDraft(context, operation, drafts, { seed, index, key })
  }
}

/** One valid request in ten keeps its generated ids: what is said of things that do not exist is to be seen too. */
const isLeftUnbound = ({ mode }: CaseDraft, index: number): boolean => mode === 'positive' && index % 10 === 9
