import {
  type ContractRouter,
  contractRouter,
  type ContractRouterOptions,
  type ErrorMapper,
  type Handlers,
  openContract,
  type OpenApiDocument,
  operationOf,
} from '@contract-kit/express'
import type { Request, RequestHandler, Response } from 'express'
import type { Call, CallLog, Input, Reply } from './http/call.ts'
import { type Credential, Credentials } from './access/credentials.ts'
import { createErrorMapper, createOnBreach, warnOfBreaches } from './errors/error-mapper.ts'
import { contentIn } from './http/content.ts'
import { fillDefaults } from './http/fill-defaults.ts'
import { createErrorWriter } from './errors/error-writer.ts'
import { Surroundings } from './http/surround.ts'
import { act } from './operations/act.ts'
import { byExample } from './operations/by-example.ts'
import { create } from './operations/create.ts'
import { patch, read, remove, replace } from './operations/item-operations.ts'
import { updateParents } from './operations/embed.ts'
import { requireFinished, settleJobs, startJob } from './operations/jobs.ts'
import { withKey } from './operations/keys.ts'
import { list } from './operations/list.ts'
import { type Plan, planOperations } from './operations/plan.ts'
import { findUnusedExamples, plantSeeds } from './operations/seeds.ts'
import { type ItemHooks, World } from './operations/world.ts'
import { deviate, type Deviating, right, switching } from './faults/deviate.ts'
import type { Behavior, Difference, Fault, Liberty } from './faults/fault.ts'
import { findFaults, findLiberties } from './faults/find-faults.ts'
import { explain } from './document/explain.ts'
import { findKinds } from './document/kinds.ts'
import { joinPaths } from './document/join-paths.ts'
import { findCreatedKind } from './document/status-kind.ts'
import { readRules } from './document/rules.ts'
import { findWarnings, type Warnings, withoutState } from './document/warnings.ts'
import { readSnapshot, type Snapshot, takeSnapshot } from './state/snapshot.ts'
import { openSqliteState } from './state/sqlite-state.ts'
import { isBelow } from './lists/belonging.ts'
import { completeItem } from './values/complete.ts'
import { Clock } from './state/clock.ts'
import { Store } from './state/store.ts'

/** Options of `createSandbox`. */
export interface SandboxOptions {
  /** The bundled document. References must resolve within it. */
  readonly document: OpenApiDocument
  /** Seed of ids and generated values. Default: 1. */
  readonly seed?: number
  /**
   * The accepted credentials; a string is a credential value. Tokens returned by an operation are also accepted. Default: any well-formed
   * credential.
   */
  readonly credentials?: readonly (string | Credential)[]
  /** Rules that the document does not state, in the format of the root `x-sandbox`: `{ operations, resources }`. */
  readonly rules?: unknown
  /** Path of the SQLite file that stores the state. Default: the state is lost when the process ends. */
  readonly stateFile?: string
}

/** The sandbox's handler of one operation. */
export type SandboxHandler = (input: Input, call: Call) => Reply | Promise<Reply>

/** The sandbox's interpretation of a request. */
export interface RequestFacts extends Readonly<CallLog> {
  readonly operationId: string
  /** Undefined if the operation is not served. */
  readonly does: Plan['role']['name'] | undefined
}

/** Options of `router`: your own handlers, a fault, and any option of `contractRouter`. */
export type SandboxRouterOptions<Operations> = Partial<
  Omit<ContractRouterOptions<Operations, Call, never>, 'document' | 'handlers' | 'context'>
> & {
  /** Handlers that replace those of the sandbox, by operationId. */
  readonly handlers?: Partial<Handlers<Operations, Call>>
  /**
   * Serves the document with one fault from `faults()` or one difference from `liberties()`. A function is called for each request, so one
   * router can serve different faults in turn; it must not return faults with `isOfRouter`.
   */
  readonly fault?: Difference | (() => Difference | undefined)
  /** Called each time the fault makes the server deviate from the correct behavior. */
  readonly onDeviation?: () => void
}

/** A mock backend generated from a document. */
export interface Sandbox {
  /**
   * Creates an Express router that serves the document. Your handlers take precedence; the sandbox serves all other operations. You can
   * implement a server one operation at a time.
   */
  router<Operations = Record<string, never>>(
    options?: SandboxRouterOptions<Operations>,
  ): Promise<ContractRouter>
  /** The sandbox's handlers, by operationId. Call one from your own handler to modify its response. */
  readonly handlers: Readonly<Record<string, SandboxHandler>>
  /** The title of the document. */
  readonly title: string
  /** The path of the first server: `/v1`. Empty if there is none. */
  readonly basePath: string
  /** Formats errors outside the router (unknown paths, other middleware) like the document's errors. */
  readonly errors: ErrorMapper
  /** Parts of the document that the sandbox does not support, by kind. */
  readonly warnings: Warnings
  /** The warnings as one list, without the operations that return examples. */
  readonly notes: readonly string[]
  /** The interpretation of a request, for a log. Undefined if no operation matched. */
  describe(request: Request, response: Response): RequestFacts | undefined
  /** The role of each operation, with the reason. */
  readonly plans: readonly Plan[]
  /** The faults that this document allows; pass one to `router` as `fault`. */
  faults(): readonly Fault[]
  /** Allowed differences between servers of this document: new properties, another order, longer ids. Pass one to `router` as `fault`. */
  liberties(): readonly Liberty[]
  /** The clock of the sandbox, used for all dates. */
  readonly clock: Clock
  /** Explains the interpretation of the document, with reasons, as text. */
  explain(): string
  /** The number of items of each kind, by name. */
  countItems(): Readonly<Record<string, number>>
  takeSnapshot(): Snapshot
  /** Replaces the state with a snapshot. Throws a SnapshotError if it is invalid; the state is then unchanged. */
  restoreSnapshot(snapshot: unknown): void
  /** Restores the initial state and real time. */
  reset(): void
  /** Closes the state file, if any. */
  close(): void
}

/**
 * Creates a stateful mock backend from a document. Rejects with a RulesError if a rule is invalid, and with a StateFileError if the state
 * file cannot be used.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { seed = 1, stateFile } = options
  const { document, notes, rename } = joinPaths(openContract(options.document))
  const rules = readRules(document, options.rules)
  const kinds = findKinds(document)
  const plans = planOperations(document, kinds, rules)
  const kept = stateFile === undefined ? undefined : openSqliteState(stateFile, document.title)
  const clock = new Clock(kept?.clock)
  const world = new World({ document, kinds, rules }, new Store(kept?.journal), clock, seed, hooks)
  let isPlanted = world.store.lastOrder > 0
  // A large document starts with thousands of items, so they are created at the first access.
  const plant = (): readonly string[] => {
    if (isPlanted) return []
    isPlanted = true
    return world.store.atomically(() => plantSeeds(world))
  }
  const warnings = findWarnings(document, plans, rules, {
    'Duplicate paths': notes,
    'Examples that are not used as items': findUnusedExamples(world),
  })
  const operations = new Map(plans.map(({ operation }) => [operation.id, operation]))
  const credentials = new Credentials(document, world, options.credentials)
  const surroundings = new Surroundings(document, credentials, clock)
  const errors = createErrorMapper(createErrorWriter(document), document, clock)
  const guardsOf = (id: string, entrance: Deviating): readonly RequestHandler[] => {
    const operation = operations.get(id)
    return operation === undefined ? [] : [surroundings.guard(operation, entrance)]
  }
  const handlerOf = (plan: Plan, { behave }: Deviating): SandboxHandler => {
    const { operation } = plan
    const run = behave(toHandler(world, answeredLike(plan, plans)), { world, plan })
    const handle: Behavior = (input, call) => {
      // Seeding must come before a fault inspects the effects of a request.
      call.log?.remarks.push(...plant())
      return run(fillDefaults(operation, rename(operation, input)), call)
    }
    return surroundings.negotiate(operation, handle)
  }
  const handlers: Record<string, SandboxHandler> = Object.fromEntries(
    plans.map((plan) => [plan.operation.id, handlerOf(plan, right)]),
  )
  const handlersWith = (
    own: Readonly<Record<string, unknown>>,
    stages: Deviating,
  ): Record<string, SandboxHandler> =>
    Object.fromEntries(
      plans.map((plan) => {
        const { id } = plan.operation
        const handler = (own[id] ??
          (stages === right ? handlers[id] : handlerOf(plan, stages))) as SandboxHandler
        return [id, stages.handle(id, surroundings.around(plan.operation, handler))]
      }),
    )
  const sites = plans.map((plan) => ({ document, operation: plan.operation, plan, plans, kinds }))
  return {
    router: async ({ handlers: own = {}, guards = [], fault, onDeviation, ...rest } = {}) => {
      const deviates = onDeviation ?? (() => undefined)
      const stages =
        fault === undefined
          ? right
          : typeof fault === 'function'
            ? switching(fault, deviates)
            : deviate(fault, deviates)
      const shape = stages.errors(rest.errors ?? errors)
      const [refuseBreach, warnOfBreach] = [createOnBreach(shape), warnOfBreaches()]
      return contractRouter<Record<string, never>, Call>({
        onBreach: (error, request, response) => {
          if (fault !== undefined) return undefined
          const isOwn = error.operation.operationId !== undefined && error.operation.operationId in own
          return (isOwn ? refuseBreach : warnOfBreach)(error, request, response)
        },
        // `warnings` covers both.
        onUnsupported: () => undefined,
        onNote: () => undefined,
        // Operations are compiled at their first call.
        prepare: false,
        ...rest,
        errors: shape,
        document: stages.document(options.document),
        guards: (operation) => [
          ...guardsOf(operation.operationId, stages),
          ...(typeof guards === 'function' ? guards(operation) : guards),
        ],
        // The sandbox builds its handlers from the router's document, so their types match.
        handlers: handlersWith(own, stages) as unknown as Handlers<Record<string, never>, Call>,
        context: (request) => surroundings.callOf(request),
      })
    },
    handlers,
    faults: () => findFaults(sites),
    liberties: () => findLiberties(sites),
    title: document.title,
    basePath: document.servers[0]?.basePath ?? '',
    errors,
    warnings,
    notes: [...warnings].flatMap(([kind, texts]) => (kind === withoutState ? [] : texts)),
    describe: (request, response) => {
      const { operationId } = operationOf(response) ?? {}
      const plan = plans.find(({ operation }) => operation.id === operationId)
      return operationId === undefined
        ? undefined
        : { operationId, does: plan?.role.name, ...surroundings.logOf(request) }
    },
    plans,
    clock,
    explain: () => explain(document, kinds, plans, warnings),
    countItems: () => {
      plant()
      return Object.fromEntries(
        kinds.map(({ name, resource }) => [name, world.store.listKind(resource.key).length]),
      )
    },
    takeSnapshot: () => {
      plant()
      return takeSnapshot(world.store, clock)
    },
    restoreSnapshot(given) {
      const snapshot = readSnapshot(given)
      world.store.atomically(() => {
        world.replaceAll(snapshot.items)
        clock.set(snapshot.clock.now, snapshot.clock.isFrozen)
        isPlanted = true
      })
    },
    reset: () =>
      world.store.atomically(() => {
        world.replaceAll([])
        clock.reset()
        isPlanted = false
      }),
    close: () => world.store.close(),
  }
}

const hooks: ItemHooks = { complete: completeItem, isBelow, begin: startJob, follow: updateParents }

/** HEAD responds like GET at the same path (RFC 9110, 9.3.2). */
function answeredLike(plan: Plan, plans: readonly Plan[]): Plan {
  const { method, path } = plan.operation
  const get = plans.find(({ operation }) => operation.method === 'GET' && operation.path === path)
  return method === 'HEAD' ? (get ?? plan) : plan
}

function toHandler(world: World, plan: Plan): Behavior {
  const { operation } = plan
  const run = withKey(world, operation, behaviorOf(world, plan))
  return (input, call) =>
    world.store.atomically(() => {
      settleJobs(world)
      requireFinished(world, operation, input)
      return run(input, call)
    })
}

function behaviorOf(world: World, { operation, role }: Plan): Behavior {
  if (role.name === 'example') return (input, call) => byExample(world, operation, input, call)
  const { resource } = role
  const kind = role.name === 'create' ? findCreatedKind(operation, world.kinds, role.kind) : role.kind
  if (role.name === 'act')
    return (input, call) => act(world, kind, resource, operation, role.action, input, call)
  const run = behaviors[role.name]
  if (role.name !== 'create' && role.name !== 'replace')
    return (input, call) => run(world, kind, resource, input, call)
  return (input, call) => run(world, kind, resource, input, { ...call, content: contentIn(input) })
}

const behaviors = { create, list, read, replace, patch, remove } as const
