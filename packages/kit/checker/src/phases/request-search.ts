import { makeCase } from '../core/case.ts'
import type { Case, Exchange, PhaseName } from '../core/exchange.ts'
import { writeJson } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { isRejection } from '../session/rejections.ts'
import type { RequestPlace } from '../session/request-places.ts'
import type { Session } from '../session/session.ts'
import { applyBound, type Bound, type BoundRequest, pathOnly } from './bound-request.ts'
import { type Attempt, hasSucceeded } from './learn-from-rejections.ts'

/** A valid request for an operation, with existing ids if available. */
export interface WorkingRequest {
  readonly values: RequestValues
  /** The origins of bound values, by place. */
  readonly boundTo: Readonly<Record<string, string>>
  /** Whether this kind of request has succeeded with a 2xx. */
  readonly hasWorked: boolean
  /** The response that proved it, if it was just sent. */
  readonly exchange: Exchange | undefined
}

/** A successful attempt, and whether its body used known ids. */
export interface WorkingAttempt extends Attempt {
  readonly isBound: boolean
}

/** Searches for a working request of an operation, with known ids for its inputs. */
export class RequestSearch {
  readonly #session: Session
  readonly #phase: PhaseName
  readonly #operation: ApiOperation
  readonly #bound: readonly Bound[]
  readonly #sent = new Map<string, Exchange>()
  readonly #rejections: Exchange[] = []
  #first: WorkingRequest | undefined
  #rejected: Attempt | undefined

  constructor(session: Session, phase: PhaseName, operation: ApiOperation, bound: readonly Bound[]) {
    this.#session = session
    this.#phase = phase
    this.#operation = operation
    this.#bound = bound
  }

  /** The first failed candidate. */
  get first(): WorkingRequest | undefined {
    return this.#first
  }

  /** The first rejected candidate. */
  get rejected(): Attempt | undefined {
    return this.#rejected
  }

  /** Sends candidates until one succeeds, each with all known ids and then only with those in its path. */
  async tryAll(candidates: readonly RequestValues[]): Promise<WorkingAttempt | undefined> {
    for (const values of candidates) {
      const [all, ofPath] = [true, false].map((isBound) => writeJson(this.#insertIds(values, isBound).values))
      for (const isBound of all === ofPath ? [true] : [true, false]) {
        const exchange = await this.send(values, isBound)
        this.#first ??= { ...this.#insertIds(values, isBound), hasWorked: false, exchange }
        if (exchange === undefined) continue
        if (hasSucceeded(exchange)) return { values, exchange, isBound }
        if (isRejection(exchange)) this.#rejected ??= { values, exchange }
      }
    }
    return undefined
  }

  /** Sends a request. Its response is judged at once, or at the end if it is a rejection. */
  async send(values: RequestValues, isBound: boolean): Promise<Exchange | undefined> {
    const sent = toWorkingCase(this.#phase, this.#operation, this.#insertIds(values, isBound))
    const exchange = sent && (await this.#session.exchange(sent))
    if (exchange === undefined) return undefined
    this.#sent.set(writeJson(values), exchange)
    if (isRejection(exchange)) this.#rejections.push(exchange)
    else {
      this.#session.judge(exchange)
      await this.#session.restoreAfter(exchange)
    }
    return exchange
  }

  /** Sends a request at most once, because repeating a creation may cause a conflict. */
  async sendOnce(values: RequestValues, isBound: boolean): Promise<Exchange | undefined> {
    return this.#sent.get(writeJson(values)) ?? (await this.send(values, isBound))
  }

  /** Whether a place has the id of an existing item. */
  isBound(place: RequestPlace): boolean {
    return this.#bound.some(
      ({ binding: { location, name } }) => place.location === location && place.name === name,
    )
  }

  /** The working request of a successful attempt. */
  toWorking({ values, isBound, exchange }: WorkingAttempt): WorkingRequest {
    return { ...this.#insertIds(values, isBound), hasWorked: true, exchange }
  }

  /** Judges the rejections, after the search learned what may explain them. */
  end(): void {
    for (const exchange of this.#rejections) this.#session.judge(exchange)
  }

  #insertIds(values: RequestValues, isBound: boolean): BoundRequest {
    return applyBound(this.#operation, values, isBound ? this.#bound : pathOnly(this.#bound))
  }
}

/** A request that is expected to succeed, as a case of its phase. Undefined if it cannot be serialized. */
export const toWorkingCase = (
  phase: PhaseName,
  operation: ApiOperation,
  { values, boundTo }: BoundRequest,
): Case | undefined => {
  const { pointer, documentUri } = operation
  const target = { location: 'operation', name: '', keyword: '', pointer, documentUri } as const
  const draft = { scenario: 'default_positive_test', mode: 'positive', target, values } as const
  return makeCase(phase, operation, draft, boundTo)
}
