import { type InputBinding, type Resource } from '@contract-kit/resources'
import { fitId, type Id } from '@contract-kit/resources/exchanges'
import type { EvidenceKind } from '../core/evidence.ts'
import { itemCreated } from './evidence.ts'
import { withState } from '../phases/versions.ts'
import type { CaseTarget, Exchange, OtherIdentity } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { ApiOperation } from '@contract-kit/openapi'
import { isObject, toCanonicalText } from '@contract-kit/json-schema/json'
import { withBody, withParameter } from '../phases/values.ts'
import { SharedParent } from '../phases/work-item.ts'
import type { ScenarioPort, ValueOverride } from './port.ts'

/** The id of the item a scenario is busy with, and the response that gave it. */
export interface KnownId {
  readonly value: Id
  /** `createPet $response.body#/id`. */
  readonly source: string
}

/** Options of a walk's request beyond its operation. */
export interface StepOptions {
  readonly overrides?: readonly ValueOverride[]
  /** The origins of overriding values, by place. */
  readonly boundTo?: Readonly<Record<string, string>>
  /** Omits references to other things from the body, if they are optional. */
  readonly isAlone?: boolean
  /** Draws from the request that worked before in this run, if there is one. */
  readonly isKnown?: boolean
  /** The exact values to send; they are generated if they are not given. */
  readonly values?: RequestValues
  /** The part that the values break; makes the case a negative one. */
  readonly target?: CaseTarget
  /** A URL of the server's own, below the base URL. */
  readonly requestTarget?: string
  /** Headers in addition to those that the values make. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Whether what the scenario did before is a reason to reject the request. */
  readonly mayBeRejected?: boolean
  /** Sends the idempotency key of the values; each other request gets a new one. */
  readonly keepsKey?: boolean
  /** Sends the values of a change as they are, without the state in which its item was last shown. */
  readonly isExact?: boolean
  /** The sender, if it is not the identity of ordinary requests. */
  readonly identity?: OtherIdentity
}

/** One run of a scenario: what was sent so far, and the ids of the things it is about. */
export class Walk {
  readonly port: ScenarioPort
  readonly id: string
  readonly ids = new Map<Resource, KnownId>()
  /** Whether one response holds the whole list of a resource, by its first listing. */
  readonly fitsOneResponse = new Map<Resource, boolean>()
  readonly #history: Exchange[] = []
  readonly #created: Exchange[] = []
  readonly #salt: string
  #drawn = 0
  #forks = 0

  constructor(port: ScenarioPort, id: string, salt = id) {
    this.port = port
    this.id = id
    this.#salt = salt
  }

  get history(): readonly Exchange[] {
    return this.#history
  }

  /** Another walk from here on, which may run at the same time; its values differ from those of this one and of its siblings. */
  fork(): Walk {
    this.#forks += 1
    const fork = new Walk(this.port, this.id, `${this.#salt} ${this.#forks}`)
    for (const [resource, id] of this.ids) fork.ids.set(resource, id)
    for (const [resource, fits] of this.fitsOneResponse) fork.fitsOneResponse.set(resource, fits)
    fork.#history.push(...this.#history)
    fork.#created.push(...this.#created)
    return fork
  }

  /** Takes over what forks of this walk have sent and created since. */
  join(forks: readonly Walk[]): void {
    const known = new Set(this.#history)
    for (const fork of forks) {
      const { ids, history } = fork
      for (const [resource, id] of ids) this.ids.set(resource, id)
      this.#history.push(...history.filter((exchange) => !known.has(exchange)))
      this.#created.push(...fork.#created.filter((exchange) => !known.has(exchange)))
    }
  }

  /** The id of a thing of this kind: its own, else that of the same kind elsewhere in the document. */
  findId(resource: Resource): KnownId | undefined {
    const known = this.ids.get(resource)
    if (known !== undefined) return known
    return [...this.ids].findLast(([{ name, kind }]) => name === resource.name && kind === resource.kind)?.[1]
  }

  /** A valid request with the ids known so far. Stops the scenario if none can be made. */
  draw(
    operation: ApiOperation,
    { overrides = [], isAlone = false, isKnown = false }: StepOptions = {},
  ): RequestValues {
    this.#drawn += 1
    const values = this.port.validValues(operation, {
      salt: `${this.#salt} ${this.#drawn}`,
      overrides: [...this.#references(operation, isAlone), ...overrides],
      isKnown,
    })
    if (values === undefined) throw new ScenarioStop(operation, 'no valid request to it can be generated')
    return values
  }

  /** Sends a request. Stops the scenario if it gets no response. */
  async send(operation: ApiOperation, options: StepOptions = {}): Promise<Exchange> {
    const { target, requestTarget, headers, identity, mayBeRejected, keepsKey } = options
    const exchange = await this.port.send(
      {
        operation,
        scenario: this.id,
        mode: target === undefined ? 'positive' : 'negative',
        values: this.#onCondition(operation, options.values ?? this.draw(operation, options), options),
        boundTo: { ...this.#sources(operation), ...options.boundTo },
        ...(target === undefined ? {} : { target }),
        ...(requestTarget === undefined ? {} : { requestTarget }),
        ...(headers === undefined ? {} : { headers }),
        ...(identity === undefined ? {} : { identity }),
        ...(mayBeRejected === true ? { mayBeRejected } : {}),
        ...(keepsKey === true ? { keepsKey } : {}),
      },
      this.#history.slice(),
    )
    if (exchange === undefined) throw new ScenarioStop(operation)
    this.#history.push(exchange)
    return exchange
  }

  /** Shows a creation, beside those before it; none if something was deleted since, whose id may be given again. */
  showCreated(create: Exchange): void {
    const isFresh = !this.#history.some((one) => one.case.request.method === 'DELETE' && isDone(one))
    this.show(itemCreated, { earlier: isFresh ? this.#created.slice() : [], create })
    this.#created.push(create)
  }

  /** Lets the oracles judge what this walk saw. */
  show<Seen extends object>(kind: EvidenceKind<Seen>, seen: Seen): void {
    this.port.show(kind.of(seen))
  }

  /** Follows a URL of the server's to a path without a declared operation. */
  async follow(requestTarget: string, from: ApiOperation): Promise<Exchange> {
    const exchange = await this.port.send(
      {
        operation: undefined,
        scenario: this.id,
        mode: 'positive',
        values: undefined,
        requestTarget,
        boundTo: {},
      },
      this.#history.slice(),
    )
    if (exchange === undefined) throw new ScenarioStop(from)
    this.#history.push(exchange)
    return exchange
  }

  /** A change with the id of its item and the version in its body that the item was last shown with, if the body names them. */
  onCurrentState(operation: ApiOperation, values: RequestValues): RequestValues {
    const { body } = values
    const json = this.#shownAt(operation, values).findLast(
      (exchange) => isDone(exchange) && isObject(exchange.response.json),
    )?.response.json
    return body === undefined || json === undefined
      ? values
      : withBody(values, body.contentType, withState(operation, body.value, json))
  }

  /**
   * Makes a change conditional on the state that its item was last shown in. Adds the version in the body, and the entity tag if the
   * operation takes `If-Match` (RFC 9110, 13.1.1).
   */
  #onCondition(
    operation: ApiOperation,
    values: RequestValues,
    { headers, target, isExact = false }: StepOptions,
  ): RequestValues {
    const isChange = /^(PUT|PATCH)$/.test(operation.method) && target === undefined && !isExact
    const current = isChange ? this.onCurrentState(operation, values) : values
    const condition = operation.parameters.find(
      ({ in: place, name }) => place === 'header' && name.toLowerCase() === 'if-match',
    )
    const tag = this.#shownAt(operation, values)
      .findLast(({ response }) => response.header('etag') !== undefined)
      ?.response.header('etag')
    return condition === undefined || headers !== undefined || tag === undefined || tag.startsWith('W/')
      ? current
      : withParameter(current, 'header', condition.name, tag)
  }

  /** The exchanges so far on the path of a request. */
  #shownAt(operation: ApiOperation, values: RequestValues): readonly Exchange[] {
    const path = toCanonicalText(values.path)
    return this.#history.filter(
      ({ case: { operation: other, values: sent } }) =>
        other?.path === operation.path && sent !== undefined && toCanonicalText(sent.path) === path,
    )
  }

  #references(operation: ApiOperation, isAlone: boolean): readonly ValueOverride[] {
    return this.port.graph.bindings(operation).flatMap((binding): readonly ValueOverride[] => {
      const { location, name } = binding
      if (!isNeeded(binding)) return []
      const known = this.#idFor(operation, binding)
      const isShared = known === undefined && location === 'path' && binding.resource?.create !== undefined
      if (isShared && binding.resource.create.operation !== operation) this.leaveShared()
      if (known !== undefined && !(isAlone && !binding.isRequired))
        return [{ location, name, value: fitId(operation, binding, known.value) }]
      return binding.isRequired || binding.resource === undefined
        ? []
        : [{ location, name, value: undefined }]
    })
  }

  /** A thing in a path exists already, so that others may use it too. */
  leaveShared(): void {
    if (this.port.mustBeApart) throw new SharedParent()
  }

  #sources(operation: ApiOperation): Record<string, string> {
    return Object.fromEntries(
      this.port.graph.bindings(operation).flatMap((binding) => {
        const known = isNeeded(binding) ? this.#idFor(operation, binding) : undefined
        return known === undefined ? [] : [[`${binding.location}.${binding.name}`, known.source]]
      }),
    )
  }

  /** A new item has no id before it is created, unless the walk holds the very item. */
  #idFor(operation: ApiOperation, { resource }: InputBinding): KnownId | undefined {
    if (resource === undefined) return undefined
    return resource.create?.operation === operation ? this.ids.get(resource) : this.findId(resource)
  }
}

/** Ends when all walks have ended, so that none sends anything after its scenario; then throws what the first one to stop has thrown. */
export const endAll = async <Result>(walks: readonly Promise<Result>[]): Promise<readonly Result[]> => {
  await Promise.allSettled(walks)
  return Promise.all(walks)
}

/** Inputs that every request of a walk has: required ones, and references in the body. */
export const isNeeded = ({ location, isRequired }: InputBinding): boolean =>
  isRequired || location === 'path' || location === 'body'

/** Whether a response says that the request succeeded. */
export const isDone = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 300

/** Whether a response says that the request will be done later, so that its effect is not visible yet. */
export const isPending = ({ response }: Exchange): boolean => response.status === 202

/**
 * Ends a scenario before its last step. A reason is reported as a part that could not be tried; without one, the responses are sufficient.
 */
export class ScenarioStop extends Error {
  override readonly name = 'ScenarioStop'
  readonly operation: ApiOperation
  readonly reason: string | undefined

  constructor(operation: ApiOperation, reason?: string) {
    super(reason ?? 'The scenario has ended.')
    this.operation = operation
    this.reason = reason
  }
}
