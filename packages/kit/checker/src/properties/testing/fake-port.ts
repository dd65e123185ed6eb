import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noTarget, toResponse } from '../../../test/create-exchange.ts'
import type { Shown } from '../../core/evidence.ts'
import { makeCase } from '../../core/case.ts'
import { type Case, createExchange, type Exchange, type OtherIdentity } from '../../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { isObject, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { keywordOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { buildResourceGraph } from '@contract-kit/resources'
import { loadPaths } from '@contract-kit/openapi/testing'
import { planScenarios } from '../plan.ts'
import type { CaseDraft, ScenarioPort, ValueOverride } from '../../scenarios/port.ts'
import { createFakeApi, type FakeReply, type FakeRoutes } from './fake-api.ts'

/** An in-memory API. */
export type FakeApi = (
  method: string,
  target: string,
  body: string | undefined,
  headers: ReadonlyMap<string, string>,
) => FakeReply

/** The requests and evidence of a scenario. */
interface FakeRun {
  readonly exchanges: readonly Exchange[]
  /** `POST /pets 201`. */
  readonly log: readonly string[]
  /** The evidence, in order. */
  readonly shown: readonly Shown[]
  readonly skipped: readonly string[]
}

interface FakeOptions {
  readonly seed?: number
  readonly workers?: number
  readonly mustBeApart?: boolean
}

/** Runs one scenario of a document against an in-memory API. */
export const runScenario = async (
  document: ApiDocument,
  id: string,
  api: FakeApi,
  seed = 1,
  stranger?: OtherIdentity,
  options: Omit<FakeOptions, 'seed'> = {},
): Promise<FakeRun> => {
  const planned = planScenarios(document, buildResourceGraph(document), stranger)
  const scenario = planned.find((each) => each.id === id)
  if (scenario === undefined)
    throw new Error(`no scenario ${id} among ${planned.map((each) => each.id).join(', ')}`)
  return runOn(document, api, (port) => scenario.run(port), { seed, ...options })
}

/** Runs requests against an in-memory API. */
export const runOn = async (
  document: ApiDocument,
  api: FakeApi,
  run: (port: ScenarioPort) => Promise<unknown>,
  { seed = 1, workers = 1, mustBeApart = false }: FakeOptions = {},
): Promise<FakeRun> => {
  const exchanges: Exchange[] = []
  const skipped: string[] = []
  const shown: Shown[] = []
  const graph = buildResourceGraph(document)
  const port: ScenarioPort = {
    document,
    graph,
    seed,
    workers,
    mustBeApart,
    send: (draft, history) => {
      const sent = toCase(draft)
      if (sent === undefined) return Promise.resolve(undefined)
      const { method, target, body, headers } = sent.request
      const reply = api(method, target, typeof body === 'string' ? body : undefined, new Map(headers))
      const exchange = createExchange(document, sent, toResponse({ ...reply, json: reply.body }), history, { strictResponses: true, maxResponseTimeMs: undefined, policies: new Map() }) // prettier-ignore
      exchanges.push(exchange)
      return Promise.resolve(exchange)
    },
    validValues: (operation, { salt, overrides }) => sample(operation, `${seed} ${salt}`, overrides),
    pathValue: () => undefined,
    brokenBodies: (operation, values, { limit }) => breakEach(operation, values).slice(0, limit),
    toTarget: (reference, { case: { request } }) => {
      const url = new URL(reference, `http://api.test${request.target}`)
      return url.host === 'api.test' ? `${url.pathname}${url.search}` : undefined
    },
    show: (one) => void shown.push(one),
    skip: (operation, reason) => skipped.push(`${operation.id}: ${reason}`),
  }
  await run(port)
  const log = exchanges.map(
    ({ case: { request }, response: { status } }) => `${request.method} ${request.target} ${status}`,
  )
  return { exchanges, log, shown, skipped }
}

/** The bodies of the requests of one method. */
export const bodiesBy = (exchanges: readonly Exchange[], method: string): readonly (Json | undefined)[] =>
  exchanges
    .filter(({ case: { request } }) => request.method === method)
    .map(({ case: { values } }) => values?.body?.value)

/** Name of the row, paths of the API, scenario, handlers, and expected log: all of it, or its end if the first line is `…`. */
export type ScenarioRow = readonly [
  title: string,
  paths: JsonObject,
  scenario: string,
  routes: FakeRoutes,
  log: readonly string[],
]

/** Defines one test for each row of the table of a planner. */
export function describeScenarios(planner: string, rows: readonly ScenarioRow[]): void {
  describe.each([planner])('%s', () => {
    it.each(rows)('%s', async (_title, paths, scenario, routes, log) => {
      const run = await runScenario(await loadPaths(paths), scenario, createFakeApi(routes))
      expect(log[0] === '…' ? ['…', ...run.log.slice(1 - log.length)] : run.log).toEqual(log)
    })
  })
}

/** The ids of all scenarios of a document. */
export const scenarioIds = (document: ApiDocument): readonly string[] =>
  planScenarios(document, buildResourceGraph(document)).map(({ id }) => id)

const toCase = (draft: CaseDraft): Case | undefined => {
  const { operation, values, scenario, mode, boundTo, requestTarget, target = noTarget } = draft
  if (operation === undefined || values === undefined) {
    const request = { method: 'GET', target: requestTarget ?? '', headers: [], body: undefined } as const
    const given = { phase: 'stateful', path: '', auth: 'given' } as const
    return { ...given, operation, scenario, mode, target, values, request, boundTo }
  }
  const other = draft.identity === undefined ? {} : ({ auth: 'other', identity: draft.identity } as const)
  const made = makeCase('stateful', operation, { scenario, mode, target, values, ...other }, boundTo)
  if (made === undefined) return undefined
  const headers = [...made.request.headers, ...(draft.headers ?? [])]
  return {
    ...made,
    ...(draft.mayBeRejected === true ? { mayBeRejected: true } : {}),
    request: { ...made.request, headers, target: requestTarget ?? made.request.target },
  }
}

const sample = (
  operation: ApiOperation,
  salt: string,
  overrides: readonly ValueOverride[],
): RequestValues => {
  const parts: Record<'path' | 'query' | 'header' | 'cookie', Record<string, Json>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  }
  for (const { in: location, name, required, schema } of operation.parameters) {
    if (required) parts[location][name] = schema === undefined ? 'x' : sampleSchema(schema, `${salt} ${name}`)
  }
  const media = operation.body?.media[0]
  let body = media?.schema && { contentType: media.contentType, value: sampleSchema(media.schema, salt) }
  for (const { location, name, value } of overrides) {
    if (location === 'body')
      body = body && { ...body, value: put(body.value, name.split('/').slice(1), value) }
    else if (value !== undefined) parts[location][name] = value
  }
  return { ...parts, body }
}

const put = (at: Json, [token = '', ...rest]: readonly string[], value: Json | undefined): Json => {
  if (Array.isArray(at))
    return at.map((item) => (rest.length === 0 ? (value ?? item) : put(item, rest, value)))
  if (!isObject(at)) return at
  const { [token]: old, ...others } = at
  if (rest.length > 0) return old === undefined ? at : { ...at, [token]: put(old, rest, value) }
  return value === undefined ? others : { ...at, [token]: value }
}

const draw = (salt: string, count: number): number =>
  createHash('sha256').update(salt).digest().readUInt32BE(0) % count

const sampleSchema = (node: SchemaNode, salt: string): Json => {
  const reference = keywordOf(node, '$ref')
  if (typeof reference === 'string') return sampleSchema(node.set.resolve(node, reference), salt)
  const named = keywordOf(node, 'enum')
  if (Array.isArray(named)) return named[draw(salt, named.length)] ?? null
  const type = keywordOf(node, 'type')
  if (type === 'integer' || type === 'number') return draw(salt, 1000)
  if (type === 'boolean') return draw(salt, 2) === 0
  if (type === 'array') return [sampleSchema(node.set.child(node, 'items'), salt)]
  if (type !== 'object') return `s${draw(salt, 100000)}`
  const properties = keywordOf(node, 'properties')
  const required = keywordOf(node, 'required')
  const entries = Object.keys(isObject(properties) ? properties : {}).flatMap((name) => {
    const child = node.set.child(node, 'properties', name)
    const isLeftOut =
      !(Array.isArray(required) && required.includes(name)) && draw(`${salt} ${name}?`, 10) < 4
    return isLeftOut || keywordOf(child, 'readOnly') === true
      ? []
      : [[name, sampleSchema(child, `${salt} ${name}`)] as const]
  })
  return Object.fromEntries(entries)
}

/** Copies of the request that each give one property the wrong type. */
const breakEach = (operation: ApiOperation, values: RequestValues) => {
  const { body } = values
  if (body === undefined || !isObject(body.value)) return []
  const whole = body.value
  return Object.keys(whole).map((name) => ({
    values: { ...values, body: { ...body, value: { ...whole, [name]: [null] } } },
    target: {
      location: 'body',
      name: '',
      keyword: 'type',
      pointer: `${operation.pointer}/${name}`,
      documentUri: operation.documentUri,
    } as const,
  }))
}
