import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '../core/check-options.ts'
import type { ReportedFinding } from '../core/check-result.ts'
import type { Shown } from '../core/evidence.ts'
import type { Case, Exchange } from '../core/exchange.ts'
import { type RequestValues, serializeRequest, type WireRequest } from '@contract-kit/openapi/wire'
import { appendTokens, equalJson, isObject, type Json, writeJson } from '@contract-kit/json-schema/json'
import { resolveTarget } from '../scenarios/create-port.ts'
import { evaluateExpressions } from '@contract-kit/resources/exchanges'
import {
  type Regression,
  type RegressionStep,
  type SavedBinding,
  type SavedRequest,
  valueAtPlace,
} from './regression.ts'

/**
 * Writes a finding as a regression file, `<folder>/<key>.json`, to commit and to replay until the fault is fixed. Resolves with its path;
 * undefined for a finding about the whole run, which has no request. The file contains no credentials. Throws ConfigurationError.
 */
export const promoteFinding = async (
  finding: ReportedFinding,
  folder: string,
): Promise<string | undefined> => {
  const regression = toRegression(finding)
  if (regression === undefined) return undefined
  const path = join(folder, `${fileNameOf(finding.key)}.json`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(path, `${writeJson(regression, 2)}\n`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`The regression file ${path} cannot be written: ${reason}`, { cause: error })
  }
  return path
}

/** The digest at the end of a key distinguishes names with the same prefix. */
const fileNameOf = (key: string): string => {
  const name = key.replaceAll(/[^\w.-]+/g, '-')
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - DIGEST)}${name.slice(-DIGEST)}`
}

const LONGEST = 120
const DIGEST = 9

/** Converts a finding to the file format, without credentials; undefined for a finding about the whole run. */
export const toRegression = (finding: ReportedFinding): Regression | undefined => {
  const { check, operationId, pointer, message, key, exchange, shown, sent } = finding
  const isOfDocument = check === 'example-conformance'
  // Undocumented requirements are derived from several requests, which a file cannot hold.
  if (check === 'undocumented-requirement' || (sent === undefined && !isOfDocument)) return undefined
  const history = exchange?.history ?? []
  const earlier = history.map((step, index) =>
    toStep(step.case, history.slice(0, index), step.response.status),
  )
  const last = sent === undefined ? [] : [toStep(sent, history, exchange?.response.status)]
  const { scenario, reproduce } = finding
  const lists = Object.entries(shown?.parts ?? {}).flatMap(([name, part]) =>
    Array.isArray(part) ? name : [],
  )
  const isWalk = lists.some((name) => name !== 'earlier')
  return {
    format: 2,
    check,
    operationId,
    pointer,
    message,
    key,
    ...(isWalk ? { scenario: { id: scenario, seed: reproduce.seed } } : {}),
    ...(shown === undefined ? {} : { evidence: { kind: shown.kind, lists } }),
    steps: [...earlier, ...last].map((step, index) =>
      withParts(step, [...history.map((one) => one.case), sent][index], shown),
    ),
  }
}

/** A step with the parts of its request in the evidence. */
const withParts = (
  step: RegressionStep,
  sent: Case | undefined,
  shown: Shown | undefined,
): RegressionStep => {
  const parts = Object.entries(shown?.parts ?? {}).flatMap(([name, part]) =>
    [part ?? []].flat().some((exchange) => exchange.case === sent) ? name : [],
  )
  return parts.length === 0 ? step : { ...step, parts }
}

const toStep = (sent: Case, earlier: readonly Exchange[], answered: number | undefined): RegressionStep => {
  const { operation, path, phase, scenario, mode, auth, identity, target, request, values } = sent
  return {
    operationId: operation?.id ?? null,
    path,
    phase,
    scenario,
    mode,
    auth,
    ...(identity === undefined ? {} : { identity: identity.name }),
    target,
    request: toSavedRequest(request),
    ...(values === undefined ? {} : { values }),
    bindings: findBindings(sent, earlier).filter((binding) => !isAbsence(binding, answered)),
    ...(answered === undefined ? {} : { answered }),
  }
}

/** Whether the item was missing. It must also be missing in the replay. */
const isAbsence = ({ place, from }: SavedBinding, answered: number | undefined): boolean =>
  from === undefined && place.startsWith('path.') && (answered === 404 || answered === 410)

const toSavedRequest = ({ method, target, headers, body }: WireRequest): SavedRequest => ({
  method,
  target,
  headers,
  ...(typeof body === 'string' ? { body } : body && { bodyBase64: Buffer.from(body).toString('base64') }),
})

/** Shorter texts of a response may occur in a later request by chance. */
const TELLING = 8

/** Response headers that contain URLs, as runtime expressions. */
const ADDRESSES = [
  '$response.header.location',
  '$response.header.content-location',
  '$response.header.link#regex:<([^>]*)>[^,]*?;\\s*rel="?[^",;]*\\bnext\\b',
]

/** The request parts that change in every run, because they come from earlier responses or from other items. */
export const findBindings = (sent: Case, earlier: readonly Exchange[]): readonly SavedBinding[] => {
  const { operation, values, path } = sent
  const address = isByValues(sent) ? undefined : findTarget(sent, earlier)
  if (address !== undefined) return [address]
  if (operation === undefined || values === undefined) return path.includes('{') ? [{ place: 'target' }] : []
  const bound = Object.entries(sent.boundTo ?? {}).map(([place, source]) =>
    findSource(values, place, source, earlier),
  )
  const cursors = Object.keys(values.query)
    .map((name) => `query.${name}`)
    .filter((place) => !bound.some((binding) => binding.place === place))
    .flatMap((place) => findText(values, place, earlier))
  return [...bound, ...cursors]
}

/** Whether path and query come from values, and not from a server's URL or an alteration. */
const isByValues = ({ operation, values, request }: Case): boolean =>
  operation !== undefined &&
  values !== undefined &&
  serializeRequest(operation, values).target === request.target

const findSource = (
  values: RequestValues,
  place: string,
  source: string,
  earlier: readonly Exchange[],
): SavedBinding => {
  const [operationId = '', ...rest] = source.split(' $')
  const expression = `$${rest.join(' $')}`
  const value = valueAtPlace(values, place)
  const from = earlier.findLastIndex(
    (exchange) => exchange.case.operation?.id === operationId && gives(expression, exchange, value),
  )
  return from === -1 ? { place } : { place, from, expression }
}

const gives = (expression: string, exchange: Exchange, value: Json | undefined): boolean =>
  value !== undefined &&
  evaluateExpressions(expression, exchange).some(
    (given) => equalJson(given, value) || isSameText(given, value),
  )

/** Whether a parameter text equals a number in a response. */
const isSameText = (one: Json, other: Json): boolean =>
  typeof one !== 'object' && typeof other !== 'object' && String(one) === String(other)

const findTarget = ({ request }: Case, earlier: readonly Exchange[]): SavedBinding | undefined => {
  for (const [from, exchange] of [...earlier.entries()].toReversed()) {
    const { target } = exchange.case.request
    if (target === request.target) return { place: 'target', from, expression: '$url' }
    const links = textsIn(exchange.response.json, '').map(({ pointer }) => `$response.body#${pointer}`)
    const expression = [...ADDRESSES, ...links].find((candidate) =>
      evaluateExpressions(candidate, exchange).some(
        (reference) => typeof reference === 'string' && leadsTo(reference, target, request.target),
      ),
    )
    if (expression !== undefined) return { place: 'target', from, expression }
  }
  return undefined
}

/** The base URL is not known here, so only the end of a reference is compared with the target. */
const leadsTo = (reference: string, from: string, target: string): boolean =>
  resolveTarget(reference, from, 'http://any.invalid') === target.replace(/^(\/\.\.)+/, '') ||
  (/^(https?:\/\/|\/)/.test(reference) && target !== '/' && reference.endsWith(target))

const findText = (
  values: RequestValues,
  place: string,
  earlier: readonly Exchange[],
): readonly SavedBinding[] => {
  const value = valueAtPlace(values, place)
  if (typeof value !== 'string' || value.length < TELLING) return []
  for (const [from, { response }] of [...earlier.entries()].toReversed()) {
    const found = textsIn(response.json, '').find(({ text }) => text === value)
    if (found !== undefined) return [{ place, from, expression: `$response.body#${found.pointer}` }]
  }
  return []
}

const textsIn = (
  value: Json | undefined,
  pointer: string,
): { readonly text: string; readonly pointer: string }[] => {
  if (typeof value === 'string') return [{ text: value, pointer }]
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, appendTokens(pointer, index)))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, appendTokens(pointer, name)))
}
