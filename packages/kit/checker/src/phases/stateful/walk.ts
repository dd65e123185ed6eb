import type { Id } from '../../resources/response-items.ts'
import type { CaseTarget, Exchange, OtherIdentity } from '../../core/exchange.ts'
import type { RequestValues } from '../../http/wire-request.ts'
import type { ApiOperation } from '../../openapi/api-document.ts'
import { isNumber, isObject, type Json, own, toCanonicalText } from '../../json-schema/base/json.ts'
import { fitId } from '../../resources/inputs.ts'
import type { InputBinding, Resource } from '../../resources/resource-graph.ts'
import { withBody, withParameter } from '../values.ts'
import type { ScenarioPort, ScenarioStep, ValueOverride } from './scenario-port.ts'

/** The id of the item a scenario is busy with, and the answer that gave it. */
export interface KnownId {
  readonly value: Id
  /** `createPet $response.body#/id`. */
  readonly source: string
}

/** What a request of a walk has beyond its operation. */
export interface StepOptions {
  readonly overrides?: readonly ValueOverride[]
  /** Where overriding values came from, by place. */
  readonly boundTo?: Readonly<Record<string, string>>
  /** Leaves references to other things out of the body, where they are optional. */
  readonly isAlone?: boolean
  /** The very values to send; they are generated where they are not given. */
  readonly values?: RequestValues
  /** What the values break; makes the case a negative one. */
  readonly target?: CaseTarget
  /** A URL of the server's own, below the base URL. */
  readonly requestTarget?: string
  /** Headers besides those that the values make. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Who sends it, where it is not the identity of ordinary requests. */
  readonly identity?: OtherIdentity
}

/** Names of what says which state of a thing a change is made on, where the thing has a number or a tag there, and of what names the thing. */
const STATE_NAMES = /^(id|etag|resource_?version|((lock|row|entity)_?)?version|revision|rev)$/i

/** Names of what stands around the properties of a thing, in JSON:API and Kubernetes. */
const WRAPPERS = /^(data|attributes|metadata)$/i

/** The body of a change with the state that its thing was last shown in. */
const withState = (sent: Json, shown: Json): Json =>
  isObject(sent) && isObject(shown)
    ? Object.fromEntries(
        Object.entries(sent).map(([name, value]) => {
          const held = own(shown, name)
          if (held === undefined) return [name, value]
          const isState = STATE_NAMES.test(name) && (isNumber(held) || /^(id|etag|resource)/i.test(name))
          return [name, isState ? held : WRAPPERS.test(name) ? withState(value, held) : value]
        }),
      )
    : sent

/** One run of a scenario: what was sent so far, and the ids of the things it is about. */
export class Walk {
  readonly port: ScenarioPort
  readonly id: string
  readonly ids = new Map<Resource, KnownId>()
  /** Whether the whole list of a resource comes in one answer, by what its first listing showed. */
  readonly fitsOneAnswer = new Map<Resource, boolean>()
  readonly #history: Exchange[] = []
  readonly #salt: string
  #drawn = 0

  constructor(port: ScenarioPort, id: string, salt = id) {
    this.port = port
    this.id = id
    this.#salt = salt
  }

  get history(): readonly Exchange[] {
    return this.#history
  }

  /** Another walk from here on, to be made at the same time; its number tells its values from those of its siblings. */
  fork(number: number): Walk {
    const fork = new Walk(this.port, this.id, `${this.#salt} ${number}`)
    for (const [resource, id] of this.ids) fork.ids.set(resource, id)
    for (const [resource, fits] of this.fitsOneAnswer) fork.fitsOneAnswer.set(resource, fits)
    fork.#history.push(...this.#history)
    return fork
  }

  /** The id of a thing of this kind: its own, else the one of the same kind told of elsewhere in the document. */
  findId(resource: Resource): KnownId | undefined {
    const known = this.ids.get(resource)
    if (known !== undefined) return known
    return [...this.ids].findLast(([{ name, kind }]) => name === resource.name && kind === resource.kind)?.[1]
  }

  /** A valid request with the ids known so far. Stops the scenario where none can be made. */
  draw(operation: ApiOperation, { overrides = [], isAlone = false }: StepOptions = {}): RequestValues {
    this.#drawn += 1
    const values = this.port.validValues(operation, {
      salt: `${this.#salt} ${this.#drawn}`,
      overrides: [...this.#references(operation, isAlone), ...overrides],
    })
    if (values === undefined) throw new ScenarioStop(operation, 'no valid request can be made for it')
    return values
  }

  /** Sends one step. Stops the scenario where it is not answered. */
  async send(step: ScenarioStep, operation: ApiOperation, options: StepOptions = {}): Promise<Exchange> {
    const { target, requestTarget, headers, identity } = options
    const exchange = await this.port.send(
      {
        operation,
        scenario: this.id,
        step,
        mode: target === undefined ? 'positive' : 'negative',
        values: this.#onCurrentState(
          operation,
          options.values ?? this.draw(operation, options),
          step,
          options,
        ),
        boundTo: { ...this.#sources(operation), ...options.boundTo },
        ...(target === undefined ? {} : { target }),
        ...(requestTarget === undefined ? {} : { requestTarget }),
        ...(headers === undefined ? {} : { headers }),
        ...(identity === undefined ? {} : { identity }),
      },
      this.#history.slice(),
    )
    if (exchange === undefined) throw new ScenarioStop(operation)
    this.#history.push(exchange)
    return exchange
  }

  /** Follows a URL of the server's to a path that no operation is declared for. */
  async follow(step: ScenarioStep, requestTarget: string, from: ApiOperation): Promise<Exchange> {
    const exchange = await this.port.send(
      {
        operation: undefined,
        scenario: this.id,
        step,
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

  /**
   * A change that is made only if nobody else made one has the entity tag that its item was last shown with (RFC 9110, 13.1.1), or the
   * version in its body.
   */
  #onCurrentState(
    operation: ApiOperation,
    values: RequestValues,
    step: ScenarioStep,
    { headers, target }: StepOptions,
  ): RequestValues {
    const path = toCanonicalText(values.path)
    const shown = this.#history.filter(
      ({ case: { operation: other, values: sent } }) =>
        other?.path === operation.path && sent !== undefined && toCanonicalText(sent.path) === path,
    )
    const json = shown.findLast((exchange) => isDone(exchange) && isObject(exchange.answer.json))?.answer.json
    const { body } = values
    // What names read-only properties is to name others than those that are there.
    const isChange = /^(PUT|PATCH)$/.test(operation.method) && target === undefined && step !== 'change-owned'
    const current =
      isChange && body !== undefined && json !== undefined
        ? withBody(values, body.contentType, withState(body.value, json))
        : values
    const condition = operation.parameters.find(
      ({ in: place, name }) => place === 'header' && name.toLowerCase() === 'if-match',
    )
    const tag = shown.findLast(({ answer }) => answer.header('etag') !== undefined)?.answer.header('etag')
    return condition === undefined || headers !== undefined || tag === undefined || tag.startsWith('W/')
      ? current
      : withParameter(current, 'header', condition.name, tag)
  }

  #references(operation: ApiOperation, isAlone: boolean): readonly ValueOverride[] {
    return this.port.graph.bindings(operation).flatMap((binding): readonly ValueOverride[] => {
      const { location, name } = binding
      if (!isNeeded(binding)) return []
      const known = this.#idFor(operation, binding)
      if (known !== undefined && !(isAlone && !binding.isRequired))
        return [{ location, name, value: fitId(operation, binding, known.value) }]
      return binding.isRequired || binding.resource === undefined
        ? []
        : [{ location, name, value: undefined }]
    })
  }

  #sources(operation: ApiOperation): Record<string, string> {
    return Object.fromEntries(
      this.port.graph.bindings(operation).flatMap((binding) => {
        const known = isNeeded(binding) ? this.#idFor(operation, binding) : undefined
        return known === undefined ? [] : [[`${binding.location}.${binding.name}`, known.source]]
      }),
    )
  }

  /** What an operation makes has no id before it is made, unless the walk holds the very item. */
  #idFor(operation: ApiOperation, { resource }: InputBinding): KnownId | undefined {
    if (resource === undefined) return undefined
    return resource.create?.operation === operation ? this.ids.get(resource) : this.findId(resource)
  }
}

/** Inputs that every request of a walk is to have: what is required, and references in the body. */
export const isNeeded = ({ location, isRequired }: InputBinding): boolean =>
  isRequired || location === 'path' || location === 'body'

/** Whether an answer says that what was asked is done. */
export const isDone = ({ answer }: Exchange): boolean => answer.status >= 200 && answer.status < 300

/** Whether an answer says that it will be done later, so that nothing is to be seen of it yet. */
export const isPending = ({ answer }: Exchange): boolean => answer.status === 202

/** Ends a scenario before its last step. With a reason it is reported, as what could not be tried; without one the answers speak for themselves. */
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
