import { type InputBinding, type Resource } from '@contract-kit/resources'
import { evaluateExpressions, fitId, type Id, isId } from '@contract-kit/resources/exchanges'
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
import { readShown } from '../compare/things.ts'

/** The id of an item in a scenario, and the response that contained it. */
export interface KnownId {
  readonly value: Id
  /** `createPet $response.body#/id`. */
  readonly source: string
}

/** Options of a request besides its operation. */
export interface StepOptions {
  readonly overrides?: readonly ValueOverride[]
  /** The origins of overriding values, by place. */
  readonly boundTo?: Readonly<Record<string, string>>
  /** Omits optional references to other items from the body. */
  readonly isAlone?: boolean
  /** Prefers the request that worked before in this run, if any. */
  readonly isKnown?: boolean
  /** The exact values to send. Default: generated. */
  readonly values?: RequestValues
  /** The part that the values break; makes the case negative. */
  readonly target?: CaseTarget
  /** A URL from the server, below the base URL. */
  readonly requestTarget?: string
  /** Headers in addition to those from values. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Whether earlier steps of the scenario may cause a rejection. */
  readonly mayBeRejected?: boolean
  /** Sends the idempotency key in the values instead of a new one. */
  readonly keepsKey?: boolean
  /** Sends the values of a change without adding the item's last shown state. */
  readonly isExact?: boolean
  /** The sender. Default: the default identity. */
  readonly identity?: OtherIdentity
}

/** One run of a scenario, with its history and known ids. */
export class Walk {
  readonly port: ScenarioPort
  readonly id: string
  readonly ids = new Map<Resource, KnownId>()
  /** Whether one response holds the complete list of a resource, according to its first listing. */
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

  /** A parallel walk that continues from here; its values differ from this walk and from other forks. */
  fork(): Walk {
    this.#forks += 1
    const fork = new Walk(this.port, this.id, `${this.#salt} ${this.#forks}`)
    for (const [resource, id] of this.ids) fork.ids.set(resource, id)
    for (const [resource, fits] of this.fitsOneResponse) fork.fitsOneResponse.set(resource, fits)
    fork.#history.push(...this.#history)
    fork.#created.push(...this.#created)
    return fork
  }

  /** Adds the history and items of forks. */
  join(forks: readonly Walk[]): void {
    const known = new Set(this.#history)
    for (const fork of forks) {
      const { ids, history } = fork
      for (const [resource, id] of ids) this.ids.set(resource, id)
      this.#history.push(...history.filter((exchange) => !known.has(exchange)))
      this.#created.push(...fork.#created.filter((exchange) => !known.has(exchange)))
    }
  }

  /** The id of an item of this kind: the walk's own, else one found in the run. */
  findId(resource: Resource): KnownId | undefined {
    const known = this.ids.get(resource)
    if (known !== undefined) return known
    return [...this.ids].findLast(([{ name, kind }]) => name === resource.name && kind === resource.kind)?.[1]
  }

  /** A valid request with the known ids. Stops the scenario if none can be generated. */
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

  /** Sends a request. Stops the scenario if there is no response. */
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

  /** Records a creation with the previous ones, unless something was deleted since: ids may be reused. */
  showCreated(create: Exchange): void {
    const isFresh = !this.#history.some((one) => one.case.request.method === 'DELETE' && isDone(one))
    this.show(itemCreated, { earlier: isFresh ? this.#created.slice() : [], create })
    this.#created.push(create)
  }

  /** Passes evidence to the oracles. */
  show<Seen extends object>(kind: EvidenceKind<Seen>, seen: Seen): void {
    this.port.show(kind.of(seen))
  }

  /** Follows a URL from the server whose path has no declared operation. */
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

  /** Adds the item's id and last shown version to a change, if its body has such properties. */
  onCurrentState(operation: ApiOperation, values: RequestValues): RequestValues {
    const { body } = values
    const json = this.#shownAt(operation.path, values).findLast(
      (exchange) => isDone(exchange) && isObject(exchange.response.json),
    )?.response.json
    return body === undefined || json === undefined
      ? values
      : withBody(values, body.contentType, withState(operation, body.value, json))
  }

  /**
   * Makes a change conditional on the last shown state of its item: adds the version to the body, and the entity tag if the operation
   * supports `If-Match` (RFC 9110, 13.1.1).
   */
  #onCondition(
    operation: ApiOperation,
    values: RequestValues,
    { headers, target, isExact = false }: StepOptions,
  ): RequestValues {
    const isChange = /^(PUT|PATCH)$/.test(operation.method) && target === undefined && !isExact
    const isAction = operation.method === 'POST' && target === undefined && !isExact
    const conditional = isAction ? this.#onCurrentVersion(operation, values) : values
    const current = isChange ? this.onCurrentState(operation, values) : conditional
    const condition = operation.parameters.find(
      ({ in: place, name }) => place === 'header' && name.toLowerCase() === 'if-match',
    )
    const tag = this.#shownAt(operation.path, values)
      .findLast(({ response }) => response.header('etag') !== undefined)
      ?.response.header('etag')
    return condition === undefined || headers !== undefined || tag === undefined || tag.startsWith('W/')
      ? current
      : withParameter(current, 'header', condition.name, tag)
  }

  /** Takes the version in the body of an action from the last shown state of the item in its path, because any other is outdated. */
  #onCurrentVersion(operation: ApiOperation, values: RequestValues): RequestValues {
    const { body } = values
    const sent = body?.value
    const [, item] = /^(.*\})[:/][^{}/]+$/.exec(operation.path) ?? []
    if (body === undefined || sent === undefined || !isObject(sent) || item === undefined) return values
    if (this.port.graph.resources.some(({ create }) => create?.operation === operation)) return values
    const shown = this.#shownAt(item, values).findLast(isDone)
    const versions = (shown === undefined ? [] : readShown(shown)).flatMap(({ value }) =>
      Object.entries(value).filter(([name]) => isVersionName(name) && Object.hasOwn(sent, name)),
    )
    return withBody(values, body.contentType, { ...sent, ...Object.fromEntries(versions.toReversed()) })
  }

  /** The previous exchanges on the path of a request. */
  #shownAt(place: string, values: RequestValues): readonly Exchange[] {
    const path = toCanonicalText(values.path)
    return this.#history.filter(
      ({ case: { operation: other, values: sent } }) =>
        other?.path === place && sent !== undefined && toCanonicalText(sent.path) === path,
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

  /** Called for an existing item in a path. Throws {@link SharedParent} if the scenario must not share items. */
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

  /** A new item has no id yet, unless the walk already knows it. */
  #idFor(operation: ApiOperation, binding: InputBinding): KnownId | undefined {
    const { resource, takesName } = binding
    if (resource === undefined) return undefined
    const known = resource.create?.operation === operation ? this.ids.get(resource) : this.findId(resource)
    return known !== undefined && takesName === true ? (this.#nameOf(known, binding) ?? known) : known
  }

  /** The resource name that ends in an id, from the responses so far. */
  #nameOf({ value: id }: KnownId, { producers }: InputBinding): KnownId | undefined {
    for (const exchange of this.#history.toReversed()) {
      for (const { operation, expression } of producers) {
        if (operation !== exchange.case.operation) continue
        const value = evaluateExpressions(expression, exchange).find(
          (name) => typeof name === 'string' && name.endsWith(`/${id}`),
        )
        if (value !== undefined && isId(value)) return { value, source: `${operation.id} ${expression}` }
      }
    }
    return undefined
  }
}

/** Other names, such as `version`, may be ordinary data. */
const isVersionName = (name: string): boolean => /^(etag|resource_?version)$/i.test(name)

/** Waits for all walks, so that none continues after its scenario. Then throws the first error. */
export const endAll = async <Result>(walks: readonly Promise<Result>[]): Promise<readonly Result[]> => {
  await Promise.allSettled(walks)
  return Promise.all(walks)
}

/** Whether a walk must set an input: required ones, and references in the body. */
export const isNeeded = ({ location, isRequired }: InputBinding): boolean =>
  isRequired || location === 'path' || location === 'body'

/** Whether a response says that the request succeeded. */
export const isDone = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 300

/** Whether a response accepts the request for later, so that its effect is not visible yet. */
export const isPending = ({ response }: Exchange): boolean => response.status === 202

/** Ends a scenario early. With a reason, the remaining part is reported as not tested; without one, the responses so far are sufficient. */
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
