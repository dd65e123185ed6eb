import { setTimeout } from 'node:timers/promises'
import type { ApiOperation } from '@contract-kit/openapi'
import type { Request, RequestHandler, Response } from 'express'
import type { Clock } from '../state/clock.ts'
import { type Call, type CallLog, type Input, type Reply, textOf } from './call.ts'
import { challengesFor } from '../access/challenge.ts'
import { requireAcceptable } from './choose.ts'
import { withContentTag } from './conditions.ts'
import type { Caller, Credentials, Entry } from '../access/credentials.ts'
import { breakOff, type FaultName } from './faults.ts'
import { issueTokens, withCookie } from '../access/tokens.ts'
import { grantWish, readWishes, type Wishes } from './prefer.ts'
import type { ApiDocument } from '@contract-kit/openapi'

/** Decides whether a request reaches its operation. */
export interface Entrance {
  /** Authenticates the request. */
  readonly admit: (operationId: string, entry: Entry) => Caller
  /** How the exchange is aborted; undefined if it is not. */
  readonly breakOff: (operationId: string) => FaultName | undefined
}

/** A handler of the sandbox or of your own. */
export type Handle = (input: Input, call: Call) => Reply | Promise<Reply>

/** Wraps the handlers of all operations: credentials, caller preferences, content negotiation. */
export class Surroundings {
  readonly #document: ApiDocument
  readonly #credentials: Credentials
  readonly #clock: Clock
  readonly #logs = new WeakMap<Request, CallLog>()
  readonly #callers = new WeakMap<Request, Caller>()

  constructor(document: ApiDocument, credentials: Credentials, clock: Clock) {
    this.#document = document
    this.#credentials = credentials
    this.#clock = clock
  }

  /** Runs before the request body is read: requested delay or fault first, then credentials. */
  guard(operation: ApiOperation, { admit, breakOff: breaks }: Entrance): RequestHandler {
    return async (request, response, next) => {
      const { delayMs, fault = breaks(operation.id) } = readWishes(textOf(request.headers['prefer']))
      if (delayMs !== undefined) await delay(delayMs, response)
      if (response.destroyed) return
      if (fault !== undefined) return breakOff(operation, fault, request)
      const sent = { headers: request.headers, target: request.originalUrl }
      this.#callers.set(request, admit(operation.id, this.#credentials.entryOf(operation, sent)))
      next()
    }
  }

  /** The log data of a request so far. */
  logOf(request: Request): CallLog {
    const log = this.#logs.get(request) ?? { remarks: [] }
    this.#logs.set(request, log)
    return log
  }

  /** Request data for handlers, beyond the declared input. */
  callOf(request: Request): Call {
    return {
      log: this.logOf(request),
      method: request.method,
      target: request.originalUrl,
      origin: `${request.protocol}://${request.get('host') ?? 'localhost'}`,
      basePath: request.baseUrl,
      headers: request.headers,
      identity: this.#callers.get(request)?.identity,
    }
  }

  /** A handler that applies caller preferences first and issues the tokens of its responses. */
  around(operation: ApiOperation, handle: Handle): Handle {
    return async (input, call) => {
      const wished = this.#grant(operation, readWishes(textOf(call.headers['prefer'])), call)
      if (wished !== undefined) return wished
      const reply = await handle(input, call)
      issueTokens(this.#credentials, input, call, reply)
      return reply
    }
  }

  /** A sandbox handler that negotiates the content before it acts. */
  negotiate(operation: ApiOperation, handle: Handle): Handle {
    return async (input, call) => {
      requireAcceptable(operation, textOf(call.headers['accept']))
      const reply = withCookie(this.#document, operation, await handle(input, call))
      return withContentTag(operation, call, reply)
    }
  }

  #grant(operation: ApiOperation, wishes: Wishes, call: Call): Reply | undefined {
    const challenge = challengesFor(this.#document, operation)
    return grantWish(operation, wishes, call, { now: this.#clock.now(), challenge })
  }
}

/** Waits, but not longer than the client does. */
async function delay(milliseconds: number, response: Response): Promise<void> {
  const gone = new AbortController()
  const leave = (): void => gone.abort()
  response.once('close', leave)
  await setTimeout(milliseconds, undefined, { signal: gone.signal }).catch(() => undefined)
  response.off('close', leave)
}
