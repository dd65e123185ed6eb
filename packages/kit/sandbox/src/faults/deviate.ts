import { setTimeout } from 'node:timers/promises'
import { type ErrorMapper, operationOf, RequestError } from '@contract-kit/express'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import { isValid } from '@contract-kit/json-schema/schemas'
import { type ApiOperation, findMedia } from '@contract-kit/openapi'
import type { Caller, Entry } from '../access/credentials.ts'
import type { Input, Reply } from '../http/call.ts'
import type { FaultName } from '../http/faults.ts'
import type { Handle } from '../http/surround.ts'
import type { Behavior, Deviation, Difference, Scene } from './fault.ts'

type RightScene = Omit<Scene, 'deviates'>

/** The stages of a server, with or without the fault. */
export interface Deviating {
  readonly document: <Document extends object>(document: Document) => Document
  readonly behave: (run: Behavior, scene: RightScene) => Behavior
  /** How each exchange of an operation is aborted; undefined if it is not. */
  readonly breakOff: (operationId: string) => FaultName | undefined
  readonly admit: (operationId: string, entry: Entry) => Caller
  readonly handle: (operationId: string, handle: Handle) => Handle
  readonly errors: (errors: ErrorMapper) => ErrorMapper
}

/** The stages of a correct server. */
export const right: Deviating = {
  document: (document) => document,
  behave: (run) => run,
  breakOff: () => undefined,
  admit: (_operationId, entry) => entry.admit(),
  handle: (_operationId, handle) => handle,
  errors: (errors) => errors,
}

/**
 * The stages of a server with one fault, limited to its operations. Calls `deviates` each time the behavior differs from the correct
 * server.
 */
export function deviate(
  { operationIds, deviation }: Pick<Difference, 'operationIds' | 'deviation'>,
  deviates: () => void,
): Deviating {
  const { validateBy, behave, admit, receive, respond, delayMs = 0 } = deviation
  const isAt = (operationId: string): boolean => operationIds.includes(operationId)
  const change: typeof respond =
    respond &&
    ((reply, call, operationId) => {
      const changed = respond(reply, call, operationId)
      if (changed !== reply) deviates()
      return changed
    })
  const judged =
    (run: Behavior, operation: ApiOperation): Behavior =>
    (input, call) => {
      if (isValidInput(operation, input)) return run(input, call)
      deviates()
      return run(input, { ...call, isLenient: true })
    }
  return {
    document: (document) =>
      validateBy === undefined
        ? document
        : (validateBy(document as unknown as JsonObject) as unknown as typeof document),
    behave: (run, scene) => {
      const { operation } = scene.plan
      if (!isAt(operation.id)) return run
      const wrong = behave === undefined ? run : behave(run, { ...scene, deviates })
      return validateBy === undefined ? wrong : judged(wrong, operation)
    },
    breakOff: (operationId) => {
      if (deviation.breakOff === undefined || !isAt(operationId)) return undefined
      deviates()
      return deviation.breakOff
    },
    admit: (operationId, entry) => {
      if (admit === undefined || !isAt(operationId)) return entry.admit()
      const [rightly, wrongly] = [attempt(() => entry.admit()), attempt(() => admit(entry))]
      if (rightly.isDone !== wrongly.isDone) deviates()
      return wrongly.get()
    },
    handle: (operationId, handle) =>
      isAt(operationId) && (change !== undefined || receive !== undefined || delayMs > 0)
        ? async (input, call) => {
            const received = receive?.(call) ?? call
            if (received !== call || delayMs > 0) deviates()
            if (delayMs > 0) await setTimeout(delayMs)
            const reply = await handle(input, received)
            return change?.(reply, call, operationId) ?? reply
          }
        : handle,
    errors: (errors) =>
      change === undefined && deviation.rejects === undefined
        ? errors
        : (error, request, response) => {
            const mapped = errors(error, request, response)
            const { operationId = '' } = operationOf(response) ?? {}
            const { method, originalUrl: target, headers } = request
            if (isAt(operationId) && isRejection(error, deviation)) deviates()
            return change !== undefined && isAt(operationId)
              ? (change(mapped as Reply, { method, target, headers }, operationId) as typeof mapped)
              : mapped
          },
  }
}

/** The stages of a server whose fault may change with each request. */
export function switching(current: () => Difference | undefined, deviates: () => void): Deviating {
  const stagesOf = oncePer((fault: Difference) => deviate(fault, deviates))
  const now = (): Deviating => {
    const fault = current()
    return fault === undefined ? right : stagesOf(fault)
  }
  return {
    document: (document) => document,
    behave: (run, scene) => {
      const runsOf = oncePer((stages: Deviating) => stages.behave(run, scene))
      return (input, call) => runsOf(now())(input, call)
    },
    breakOff: (operationId) => now().breakOff(operationId),
    admit: (operationId, entry) => now().admit(operationId, entry),
    handle: (operationId, handle) => (input, call) => now().handle(operationId, handle)(input, call),
    errors: (errors) => (error, request, response) => now().errors(errors)(error, request, response),
  }
}

/** Whether a request was rejected only by the place and keyword of the fault. */
function isRejection(error: unknown, { rejects }: Deviation): boolean {
  if (rejects === undefined || !(error instanceof RequestError)) return false
  return (
    error.problems.length > 0 &&
    error.problems.every(
      ({ in: location, at, keyword }) =>
        keyword === rejects.keyword && placeOf(location, at) === rejects.place,
    )
  )
}

/** The place of a problem in the notation of faults: every list item is `*`. */
const placeOf = (location: string, at: string): string =>
  `${location}${location === 'body' ? (at === '' ? '' : '/') : '.'}${at.replaceAll(/\[\d+\]/g, '/*').replaceAll('.', '/')}`

/** The outcome of a function: `get` returns its value or throws its error. */
function attempt<Result>(run: () => Result): { readonly isDone: boolean; readonly get: () => Result } {
  try {
    const result = run()
    return { isDone: true, get: () => result }
  } catch (error) {
    return {
      isDone: false,
      get: () => {
        throw error
      },
    }
  }
}

const request = { direction: 'request' } as const

/** Whether the input of a request is valid against the document. */
function isValidInput({ parameters, body }: ApiOperation, input: Input): boolean {
  const places = { path: input.path, query: input.query, header: input.headers, cookie: input.cookies }
  const fits = parameters.every(({ in: location, name, required, schema }) => {
    const value = places[location][name] as Json | undefined
    return value === undefined ? !required : schema === undefined || isValid(schema, value, request)
  })
  if (!fits) return false
  if (input.body === undefined) return body?.required !== true
  const media = findMedia(body?.media ?? [], input.mediaType ?? '')
  const schema = media?.schema
  if (media === undefined && body !== undefined) return false
  return schema === undefined || input.body instanceof Uint8Array || isValid(schema, input.body, request)
}
