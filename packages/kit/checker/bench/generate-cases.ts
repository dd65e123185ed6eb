import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { candidateValues } from '../src/phases/candidate-values.ts'
import type { CaseDraft } from '../src/core/case.ts'
import { bodyCases } from '../src/phases/coverage-cases.ts'
import { mediaCases } from '../src/phases/coverage-cases.ts'
import { parameterCases } from '../src/phases/coverage-cases.ts'
import { brokenRequests } from '../src/phases/broken-requests.ts'
import { drawSamples } from '../src/phases/candidate-values.ts'
import { validRequests } from '../src/phases/candidate-values.ts'
import { deriveSeed } from '../src/core/case.ts'
import { makeCase } from '../src/core/case.ts'

/** The number of random requests of each kind. */
const DRAWN = 20

/** Generates the requests of the coverage and fuzz phases for every operation without sending them. Returns their number. */
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
