import * as fc from 'fast-check'
import type { ApiOperation } from '../../document/api-document.ts'
import { makeCase } from '../../run/make-case.ts'
import type { CaseDraft } from '../case-draft.ts'
import type { WorkContext } from '../work-item.ts'
import { keepTarget, originsBesideTarget } from '../keep-target.ts'

/** Requests that one fault may cost on the way to a smaller one. */
const ATTEMPTS = 60

/** Which drawn value showed a fault. */
export interface Origin {
  readonly seed: number
  readonly index: number
  readonly key: string
}

/** Looks for a smaller request that shows the same fault, each tried on the server in its first state where there is a hook for that. */
export const shrinkDraft = async (
  context: WorkContext,
  operation: ApiOperation,
  drafts: fc.Arbitrary<CaseDraft>,
  { seed, index, key }: Origin,
): Promise<void> => {
  const { session, working } = context
  let attempts = 0
  const holds = async (draft: CaseDraft): Promise<boolean> => {
    attempts += 1
    if (attempts > ATTEMPTS) return true
    await session.reset()
    const { values, boundTo } = await working.bind('fuzz', operation, draft.values)
    const sent = makeCase(
      'fuzz',
      operation,
      { ...draft, values: keepTarget(draft, values) },
      originsBesideTarget(draft, boundTo),
    )
    const exchange = sent && (await session.exchange(sent))
    if (exchange === undefined || !session.faultsOf(exchange).includes(key)) return true
    session.parts.recorder.replaceExchange(key, exchange)
    return false
  }
  await fc.check(fc.asyncProperty(drafts, holds), { seed, path: String(index), numRuns: 1 })
}
