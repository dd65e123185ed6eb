import { toFailureAnswer, type Answer, type Failure } from './answer.ts'
import type { ApiContract } from './api-contract.ts'
import type { BoundHandler } from './bind-operations.ts'
import { internalError, validationFailure } from './failures.ts'
import type { Guard } from './guard.ts'
import type { JsonBody } from './read-json-body.ts'
import type { KnownCaller } from './record-exchange.ts'
import type { RequestFacts } from './request-facts.ts'
import { createRouteTable, type FindRoute, type RouteMatch } from './route-table.ts'
import type { DocumentOperation } from './schema/document-operations.ts'
import type { SchemaJudge } from './schema/schema-judge.ts'

/** One OpenAPI document and what answers it. */
export interface ApiOptions<Caller> {
  readonly contract: ApiContract
  /** By operationId; see `bindOperations`. */
  readonly handlers: Readonly<Record<string, BoundHandler<Caller>>>
  /** The stages between routing and the body, in order; none by default. */
  readonly guards?: readonly Guard<Caller>[]
  /** Asked after the schema, before the handler: may this caller do this? */
  readonly authorize?: (
    operationId: string,
    caller: Caller,
  ) => Failure | undefined | Promise<Failure | undefined>
  /** The answer where a path parameter breaks its schema: never 400, since such a resource simply does not exist. */
  readonly malformedPathParameter: (operationId: string, name: string) => Failure
  /** Headers for every answer of this API, refusals and defects included; those of the answer itself win. */
  readonly responseHeaders?: (
    facts: RequestFacts,
    caller: Readonly<Partial<Caller>>,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** Gives a thrown error an answer of its own, such as 503 where the store is away; undefined leaves it 500. */
  readonly classifyDefect?: (error: unknown) => Failure | undefined
}

/** One request on its way through a bound API. */
export interface Exchange {
  readonly facts: RequestFacts
  readonly operation: DocumentOperation
  readonly pathValues: RouteMatch['pathValues']
  /** The query with its question mark, or nothing. */
  readonly search: string
  readBody(): Promise<JsonBody>
  /** Told what the guards found, as soon as they have. */
  setCaller(caller: KnownCaller): void
  onDefect(error: unknown): void
}

/** An API ready to be mounted by `createHttpApp`. */
export interface BoundApi {
  readonly findRoute: FindRoute
  /** Gives the answer; undefined where the client went away. Never rejects. */
  run(exchange: Exchange): Promise<Answer | undefined>
  /** Compiles every validator; rejects when the document cannot be compiled. */
  ready(): Promise<void>
}

/** Binds a document to its handlers; throws one clear sentence when an operation lacks one, or one lacks its operation. */
export function bindApi<Caller extends object>(options: ApiOptions<Caller>): BoundApi {
  const { operations, judge } = options.contract
  assertComplete(operations, options.handlers)

  const run = async (exchange: Exchange): Promise<Answer | undefined> => {
    const caller: Partial<Caller> = {}
    const outcome = await judgeRequest(options, judge, exchange, caller).catch((error: unknown) => {
      exchange.onDefect(error)
      return options.classifyDefect?.(error) ?? internalError
    })
    if (outcome === undefined) return undefined
    const answer = 'messages' in outcome ? toFailureAnswer(outcome) : outcome
    const headers = await commonHeaders(options, exchange, caller)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  }
  return { findRoute: createRouteTable(operations), run, ready: async () => judge.compile() }
}

/** The order of judgement after routing; the first failure wins (decision: order of judgement). */
async function judgeRequest<Caller extends object>(
  options: ApiOptions<Caller>,
  judge: SchemaJudge,
  exchange: Exchange,
  known: Partial<Caller>,
): Promise<Answer | Failure | undefined> {
  const { facts, operation } = exchange
  const { operationId } = operation
  for (const guard of options.guards ?? []) {
    const verdict = await guard(facts, known)
    if (verdict === undefined) continue
    if (verdict.caller !== undefined) exchange.setCaller(Object.assign(known, verdict.caller))
    if ('failure' in verdict) return verdict.failure
  }
  const body = await exchange.readBody()
  if (body.kind === 'aborted') return undefined
  if (body.kind === 'refused') return body.failure
  const { pathValues, search } = exchange
  const sent = judge.judge(operation, { pathValues, search, header: (name) => facts.header(name), body })
  if (sent.texts.length > 0) return validationFailure(sent.texts)
  // Every guard has passed, so what they were to find is found.
  const caller = known as Caller
  const refused = await options.authorize?.(operationId, caller)
  if (refused !== undefined) return refused
  if (sent.malformedPathParameter !== undefined) {
    return options.malformedPathParameter(operationId, sent.malformedPathParameter)
  }
  const { path, query: values, headers } = sent
  const answer = await options.handlers[operationId]?.({
    path,
    query: values,
    headers,
    body: sent.body,
    caller,
    request: facts,
  })
  if (answer === undefined) throw new Error(`${operationId} gave no answer`)
  const breach = sent.checkAnswer(answer.status, answer.body)
  if (breach !== undefined)
    throw new Error(`${operationId} answered ${answer.status} outside its contract: ${breach}`)
  return answer
}

async function commonHeaders<Caller>(
  options: ApiOptions<Caller>,
  exchange: Exchange,
  caller: Readonly<Partial<Caller>>,
): Promise<Readonly<Record<string, string>>> {
  try {
    return (await options.responseHeaders?.(exchange.facts, caller)) ?? {}
  } catch (error) {
    // What was done is done: the answer goes out without them.
    exchange.onDefect(error)
    return {}
  }
}

function assertComplete(
  operations: readonly DocumentOperation[],
  handlers: Readonly<Record<string, unknown>>,
): void {
  const ids = operations.map(({ operationId }) => operationId)
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  if (repeated.length > 0)
    throw new Error(`The document uses these operationIds twice: ${repeated.join(', ')}`)
  const missing = ids.filter((id) => !Object.hasOwn(handlers, id))
  if (missing.length > 0) throw new Error(`These operations have no handler: ${missing.join(', ')}`)
  const extra = Object.keys(handlers).filter((id) => !ids.includes(id))
  if (extra.length > 0)
    throw new Error(`These handlers have no operation in the document: ${extra.join(', ')}`)
}
