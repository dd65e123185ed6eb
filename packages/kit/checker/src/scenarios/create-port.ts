import { deriveSeed, makeCase } from '../core/case.ts'
import type { Case } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { isObject, type Json, parsePointer } from '@contract-kit/json-schema/json'
import { UnsatisfiableSchemaError } from '@contract-kit/json-schema/values'
import { isValid } from '@contract-kit/json-schema/schemas'
import { BoundedCache, oncePer } from '@contract-kit/json-schema/memo'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import type { InputPlace, ResourceGraph } from '@contract-kit/resources'
import { drawSamples, validRequests } from '../phases/candidate-values.ts'
import { breakBody, placeValue, withBody, withParameter } from '../phases/values.ts'
import type { WorkContext } from '../phases/work-item.ts'
import type { CaseDraft, ScenarioPort, ValueOverride } from './port.ts'

const phase = 'stateful'

/** The attempt at which a scenario uses the working request of an operation instead of a generated one. */
const KNOWN_GOOD_TRY = 3

/** Creates the port of one scenario. */
export const createScenarioPort = (context: WorkContext): ScenarioPort => {
  const { document, graph, session, parts, seed, workers, mustBeApart = false } = context
  const tries = new Map<string, number>()
  return {
    document,
    graph,
    seed,
    workers,
    mustBeApart,
    send: async (draft, history) => {
      const sent = toCase(draft)
      return sent && session.send(sent, history)
    },
    validValues: (operation, { salt, overrides, isKnown = false }) => {
      const isKept = (place: InputPlace): boolean =>
        parts.configured.isGiven(operation, place) ||
        session.requirements.of(operation).some((one) => one.place.name === place.name)
      const count = (tries.get(operation.id) ?? 0) + 1
      tries.set(operation.id, count)
      const draw = () => {
        const own = deriveSeed(seed, phase, operation.id, salt)
        return drawnFor(document).get(`${own} ${operation.id}`, () => generate(operation, own))
      }
      const isDue = isKnown || count % KNOWN_GOOD_TRY === 0
      const known = isDue ? context.working.known(operation) : undefined
      const made =
        known === undefined
          ? draw()
          : workers === 1
            ? known
            : withOwnName(ownNames(graph, operation), known, draw)
      return (
        made &&
        overrides.reduce(
          override(operation),
          requiredOnly(operation, context.working.withKnownIds(operation, made), isKept),
        )
      )
    },
    pathValue: (binding) => (binding.producers.length === 0 ? parts.pool.find(binding)?.value : undefined),
    brokenBodies: (operation, values, { limit }) => spread(breakBody(operation, values), limit),
    show: (shown) => session.show(shown),
    toTarget: (reference, answered) => resolveTarget(reference, answered.case.request.target, parts.baseUrl),
    skip: (operation, reason) => context.note(operation.id, reason),
  }
}

const toCase = (draft: CaseDraft): Case | undefined => {
  const { operation, values, requestTarget } = draft
  const target = draft.target ?? {
    location: 'operation',
    name: '',
    keyword: '',
    pointer: operation?.pointer ?? '/paths',
    documentUri: operation?.documentUri ?? '',
  }
  const { scenario, mode, boundTo } = draft
  if (operation === undefined || values === undefined) {
    if (requestTarget === undefined) return undefined
    const request = {
      method: 'GET',
      target: requestTarget,
      headers: [['accept', '*/*']],
      body: undefined,
    } as const
    return {
      phase,
      operation,
      path: operation?.path ?? requestTarget,
      scenario,
      mode,
      target,
      values,
      request,
      auth: 'given',
      boundTo,
    }
  }
  const other = draft.identity === undefined ? {} : ({ auth: 'other', identity: draft.identity } as const)
  const made = makeCase(phase, operation, { scenario, mode, target, values, ...other }, boundTo)
  if (made === undefined) return undefined
  const { headers = [] } = draft
  const others = made.request.headers.filter(([name]) => !headers.some(([added]) => added === name))
  return {
    ...made,
    ...(draft.mayBeRejected === true ? { mayBeRejected: true } : {}),
    ...(draft.keepsKey === true ? { keepsKey: true } : {}),
    request: {
      ...made.request,
      target: requestTarget ?? made.request.target,
      headers: [...others, ...headers],
    },
  }
}

/** The path parameters by which the client names a created item. */
const ownNames = (graph: ResourceGraph, operation: ApiOperation): readonly string[] =>
  graph
    .bindings(operation)
    .filter(({ location, resource }) => location === 'path' && resource?.create?.operation === operation)
    .map(({ name }) => name)

/** Copies a known request with another name for the created item. Otherwise parallel scenarios would replace each other's items. */
const withOwnName = (
  names: readonly string[],
  known: RequestValues,
  draw: () => RequestValues | undefined,
): RequestValues => {
  const drawn = names.length === 0 ? undefined : draw()
  if (drawn === undefined) return known
  return names.reduce((values, name) => withParameter(values, 'path', name, drawn.path[name]), known)
}

/** Drawn requests by seed and operation. A process that checks many servers of one document draws the same ones. */
const drawnFor = oncePer((_document: ApiDocument) => new BoundedCache<RequestValues | undefined>(2000))

const generate = (operation: ApiOperation, seed: number): RequestValues | undefined => {
  try {
    return drawSamples(validRequests(operation), seed, 1)[0]
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return undefined
    throw error
  }
}

/** Omits optional parameters that are neither configured nor required by the server. */
const requiredOnly = (
  operation: ApiOperation,
  values: RequestValues,
  isKept: (place: InputPlace) => boolean,
): RequestValues => {
  const kept = {
    ...values,
    query: { ...values.query },
    header: { ...values.header },
    cookie: { ...values.cookie },
  }
  for (const { required, in: location, name } of operation.parameters)
    if (!required && location !== 'path' && !isKept({ location, name })) delete kept[location][name]
  return kept
}

const override =
  (operation: ApiOperation) =>
  (values: RequestValues, place: ValueOverride): RequestValues =>
    place.value === undefined
      ? leaveOut(operation, values, place)
      : keepBranch(operation, values, placeAt(values, place, place.value) ?? values)

/** Omits a value that the chosen branch of the body's schema does not allow. */
const keepBranch = (operation: ApiOperation, before: RequestValues, after: RequestValues): RequestValues => {
  const schema = operation.body?.media.find(
    ({ contentType }) => contentType === before.body?.contentType,
  )?.schema
  const [had, has] = [before.body?.value, after.body?.value]
  if (schema === undefined || had === undefined || has === undefined) return after
  if (!isObject(had) || !isObject(has)) return after
  const isAdded = Object.keys(has).length > Object.keys(had).length
  const isFit = (value: Json): boolean => isValid(schema, value, { direction: 'request' })
  return isAdded && !isFit(has) && isFit(had) ? before : after
}

const placeAt = (values: RequestValues, place: InputPlace, value: Json): RequestValues | undefined =>
  place.location === 'body' && place.name === ''
    ? values.body && withBody(values, values.body.contentType, value)
    : placeValue(values, place, value, 'add')

/** Omits a part unless it is required. */
const leaveOut = (
  operation: ApiOperation,
  values: RequestValues,
  { location, name }: InputPlace,
): RequestValues => {
  const { body } = values
  if (location !== 'body' || body === undefined) return values
  const smaller = removeAt(body.value, parsePointer(name))
  const schema = operation.body?.media.find(({ contentType }) => contentType === body.contentType)?.schema
  const isStillValid = schema === undefined || isValid(schema, smaller, { direction: 'request' })
  return isStillValid ? withBody(values, body.contentType, smaller) : values
}

const removeAt = (current: Json, [token, ...rest]: readonly string[]): Json => {
  if (token === undefined || !isObject(current) || !Object.hasOwn(current, token)) return current
  const { [token]: removed, ...others } = current
  return rest.length === 0 || removed === undefined
    ? others
    : { ...current, [token]: removeAt(removed, rest) }
}

/** Selects at most this many items, evenly spread. */
const spread = <Item>(items: readonly Item[], limit: number): readonly Item[] =>
  items.length <= limit
    ? items
    : Array.from(
        { length: limit },
        (_item, index) => items[Math.floor((index * items.length) / limit)],
      ).filter((item) => item !== undefined)

/**
 * Resolves a reference against the URL of its request (RFC 3986, section 5) to a path and query below the base URL. A result above the base
 * URL starts with as many `/..` as the base URL has segments. Undefined for another origin.
 */
export const resolveTarget = (
  reference: string,
  answeredTarget: string,
  baseUrl: string,
): string | undefined => {
  const base = baseUrl.replace(/\/+$/, '')
  const from = `${base}${answeredTarget}`
  if (!URL.canParse(reference, from)) return undefined
  const found = new URL(reference, from)
  const root = new URL(base)
  const prefix = root.pathname.replace(/\/+$/, '')
  if (found.origin !== root.origin) return undefined
  const isBelow = found.pathname === prefix || found.pathname.startsWith(`${prefix}/`)
  const path = isBelow
    ? found.pathname.slice(prefix.length)
    : `${prefix.replaceAll(/\/[^/]*/g, '/..')}${found.pathname}`
  return `${path}${found.search}` || '/'
}
