import { ConfigurationError } from '../core/check-options.ts'
import type { Case, Exchange, OtherIdentity } from '../core/exchange.ts'
import { type RequestValues, serializeRequest, type WireRequest } from '@contract-kit/openapi/wire'
import type { ApiOperation } from '@contract-kit/openapi'
import { resolveTarget } from '../scenarios/create-port.ts'
import { placeValue } from '../phases/values.ts'
import { evaluateExpression } from '@contract-kit/resources/exchanges'
import type { PreparedRun } from '../runner/prepare-run.ts'
import {
  parsePlace,
  type RegressionStep,
  type SavedBinding,
  type SavedRequest,
  valueAtPlace,
} from './regression.ts'

/** Builds the request of a step for this run, with server-generated ids of this run. */
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
    ...(step.identity === undefined ? {} : { identity: findIdentity(step.identity, run) }),
  }
}

const findIdentity = (name: string, { parts }: PreparedRun): OtherIdentity => {
  const identity = parts.others.find((other) => other.name === name)
  if (identity !== undefined) return identity
  throw new ConfigurationError(`The regression needs the identity ${name}, which the run does not have.`)
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

/** A path and query from a response, or of an undeclared method on a declared path. */
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

/** Merges a recorded request with new values. Parts from the old values are replaced; manually altered parts stay. */
export const mergeRequest = (sent: WireRequest, before: WireRequest, after: WireRequest): WireRequest => ({
  method: sent.method,
  target: mergeTarget(sent.target, before.target, after.target),
  headers: sent.headers.map(([name, value]) => [
    name,
    value === headerOf(before, name) ? (headerOf(after, name) ?? value) : value,
  ]),
  body: isSame(sent.body, before.body) ? after.body : sent.body,
})

/** Merges path and query separately. */
const mergeTarget = (sent: string, before: string, after: string): string => {
  const [path, query] = split(sent)
  const [pathBefore, queryBefore] = split(before)
  const [pathAfter, queryAfter] = split(after)
  return (path === pathBefore ? pathAfter : path) + (query === queryBefore ? queryAfter : query)
}

const split = (target: string): readonly [string, string] => {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at)]
}

const headerOf = ({ headers }: WireRequest, name: string): string | undefined =>
  headers.find(([other]) => other === name)?.[1]

const isSame = (one: WireRequest['body'], other: WireRequest['body']): boolean =>
  typeof one === 'string' || typeof other === 'string' || one === undefined || other === undefined
    ? one === other
    : Buffer.compare(one, other) === 0
