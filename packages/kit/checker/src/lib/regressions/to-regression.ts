import type { ReportedFinding } from '../run/check-result.ts'
import type { Case, Exchange } from '../run/exchange.ts'
import type { WireRequest } from '../wire/wire-request.ts'
import { findBindings } from './find-bindings.ts'
import type { Regression, RegressionStep, SavedBinding, SavedRequest } from './regression.ts'

/** A finding as a file keeps it, credentials left out; undefined for one about the whole run, which no request shows. */
export const toRegression = (finding: ReportedFinding): Regression | undefined => {
  const { check, operationId, pointer, message, key, exchange, sent } = finding
  const isOfDocument = check === 'example-conformance'
  if (sent === undefined && !isOfDocument) return undefined
  const history = exchange?.history ?? []
  const earlier = history.map((step, index) => toStep(step.case, history.slice(0, index), step.answer.status))
  const last = sent === undefined ? [] : [toStep(sent, history, exchange?.answer.status)]
  const { scenario, reproduce } = finding
  const isWalk = /^(page-\d+|list-all|list-after-.*)$/.test(sent?.step ?? '') && history.some(isPage)
  return {
    format: 1,
    check,
    operationId,
    pointer,
    message,
    key,
    ...(isWalk ? { scenario: { id: scenario, seed: reproduce.seed } } : {}),
    steps: [...earlier, ...last],
  }
}

const isPage = ({ case: { step = '' } }: Exchange): boolean => /^(list-page|page-\d+)$/.test(step)

const toStep = (sent: Case, earlier: readonly Exchange[], answered: number | undefined): RegressionStep => {
  const { operation, path, phase, scenario, mode, step, auth, target, request, values } = sent
  return {
    operationId: operation?.id ?? null,
    path,
    phase,
    scenario,
    mode,
    ...(step === undefined ? {} : { step }),
    auth,
    target,
    request: toSavedRequest(request),
    ...(values === undefined ? {} : { values }),
    bindings: findBindings(sent, earlier).filter((binding) => !isAbsence(binding, answered)),
    ...(answered === undefined ? {} : { answered }),
  }
}

/** What was not there then is not to be there when it is asked for again. */
const isAbsence = ({ place, from }: SavedBinding, answered: number | undefined): boolean =>
  from === undefined && place.startsWith('path.') && (answered === 404 || answered === 410)

const toSavedRequest = ({ method, target, headers, body }: WireRequest): SavedRequest => ({
  method,
  target,
  headers,
  ...(typeof body === 'string' ? { body } : body && { bodyBase64: Buffer.from(body).toString('base64') }),
})
