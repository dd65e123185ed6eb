import type { ApiOperation } from '../document/api-document.ts'
import { placeValue } from '../phases/place-value.ts'
import { resolveTarget } from '../phases/stateful/resolve-target.ts'
import { evaluateExpression } from '../resources/evaluate-expressions.ts'
import type { Case, Exchange } from '../run/exchange.ts'
import type { PreparedRun } from '../run/prepare-run.ts'
import type { RequestValues } from '../wire/request-values.ts'
import { serializeRequest } from '../wire/serialize-request.ts'
import type { WireRequest } from '../wire/wire-request.ts'
import { mergeRequest } from './merge-request.ts'
import type { RegressionStep, SavedBinding, SavedRequest } from './regression.ts'
import { parsePlace, valueAtPlace } from './value-at-place.ts'

/** The request of a step as it is to be sent in this run: ids that the server gives are those of this run. */
export const rebuildCase = async (
  step: RegressionStep,
  answered: readonly (Exchange | undefined)[],
  run: PreparedRun,
): Promise<Case> => {
  const operation = run.document.operations.find(({ id }) => id === step.operationId)
  const then = step.values === undefined ? undefined : { body: undefined, ...step.values }
  const sent = toRequest(step.request)
  const { phase, path, scenario, mode, target, auth } = step
  const values =
    operation === undefined || then === undefined
      ? undefined
      : await renewValues(step, operation, then, answered, run)
  const merged =
    operation === undefined || then === undefined || values === undefined
      ? sent
      : mergeRequest(sent, serializeRequest(operation, then), serializeRequest(operation, values))
  const address = await findAddress(step, answered, run)
  return {
    phase,
    operation,
    path,
    scenario,
    mode,
    target,
    values,
    request: address === undefined ? merged : { ...merged, target: address },
    auth,
    ...(step.step === undefined ? {} : { step: step.step }),
  }
}

const toRequest = ({ method, target, headers, body, bodyBase64 }: SavedRequest): WireRequest => ({
  method,
  target,
  headers,
  body: bodyBase64 === undefined ? body : new Uint8Array(Buffer.from(bodyBase64, 'base64')),
})

const renewValues = async (
  { phase, bindings }: RegressionStep,
  operation: ApiOperation,
  then: RequestValues,
  answered: readonly (Exchange | undefined)[],
  { working }: PreparedRun,
): Promise<RequestValues> => {
  const places = bindings.filter(({ place }) => place !== 'target')
  const made = places.some(({ from }) => from === undefined)
    ? await working.bind(phase, operation, then)
    : undefined
  return places.reduce((values, binding) => {
    const value =
      binding.from === undefined ? valueAtPlace(made?.values, binding.place) : valueFrom(binding, answered)
    return value === undefined ? values : (placeValue(values, parsePlace(binding.place), value) ?? values)
  }, then)
}

const valueFrom = ({ from, expression }: SavedBinding, answered: readonly (Exchange | undefined)[]) => {
  const source = from === undefined ? undefined : answered[from]
  return source === undefined || expression === undefined ? undefined : evaluateExpression(expression, source)
}

/** A path and query that came from an answer, or that an undeclared method has in common with the declared ones. */
const findAddress = async (
  { phase, path, bindings }: RegressionStep,
  answered: readonly (Exchange | undefined)[],
  { document, working, baseUrl }: PreparedRun,
): Promise<string | undefined> => {
  const binding = bindings.find(({ place }) => place === 'target')
  if (binding === undefined) return undefined
  if (binding.from !== undefined) {
    const reference = valueFrom(binding, answered)
    const { target = '/' } = answered[binding.from]?.case.request ?? {}
    if (typeof reference !== 'string') return undefined
    return binding.expression === '$url' ? reference : resolveTarget(reference, target, baseUrl)
  }
  const [declared] = document.paths.get(path) ?? []
  const request = declared && (await working.find(phase, declared))
  return declared && request && serializeRequest(declared, request.values).target.split('?')[0]
}
