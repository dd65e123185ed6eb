import type { ApiDocument, ApiOperation } from '../src/lib/document/api-document.ts'
import { candidateValues } from '../src/lib/phases/candidate-values.ts'
import type { CaseDraft } from '../src/lib/phases/case-draft.ts'
import { bodyCases } from '../src/lib/phases/coverage/body-cases.ts'
import { mediaCases } from '../src/lib/phases/coverage/media-cases.ts'
import { parameterCases } from '../src/lib/phases/coverage/parameter-cases.ts'
import { brokenRequests } from '../src/lib/phases/fuzz/broken-requests.ts'
import { drawSamples } from '../src/lib/phases/fuzz/draw-samples.ts'
import { validRequests } from '../src/lib/phases/fuzz/valid-requests.ts'
import { deriveSeed } from '../src/lib/run/derive-seed.ts'
import { makeCase } from '../src/lib/run/make-case.ts'

/** How many random requests are drawn of each kind. */
const DRAWN = 20

/** Makes, and does not send, what the phases coverage and fuzz would ask of every operation; returns how many requests that were. */
export const generateCases = ({ operations }: ApiDocument, seed: number): number =>
  operations.map((operation) => generateFor(operation, seed)).reduce((sum, count) => sum + count, 0)

const generateFor = (operation: ApiOperation, seed: number): number => {
  const [working] = candidateValues(operation, seed, 10)
  if (working === undefined) return 0
  const { pointer, documentUri } = operation
  const target = { location: 'operation', name: '', keyword: '', pointer, documentUri } as const
  const covering = [parameterCases, bodyCases, mediaCases].flatMap((cases) => cases(operation))
  const broken = brokenRequests(operation)
  const drafts: readonly CaseDraft[] = [
    ...covering.map(({ apply, ...draft }) => ({ ...draft, values: apply(working) })),
    ...drawSamples(validRequests(operation), deriveSeed(seed, 'fuzz', operation.id, 'valid'), DRAWN).map(
      (values): CaseDraft => ({ scenario: 'valid_request', mode: 'positive', target, values }),
    ),
    ...(broken === undefined
      ? []
      : drawSamples(broken, deriveSeed(seed, 'fuzz', operation.id, 'broken'), DRAWN)
    ).map((request): CaseDraft => ({ scenario: 'broken_request', mode: 'negative', ...request })),
  ]
  return drafts.filter((draft) => makeCase('fuzz', operation, draft) !== undefined).length
}
