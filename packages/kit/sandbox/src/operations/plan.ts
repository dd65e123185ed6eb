import type { JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { type InputPlace, type Resource } from '@contract-kit/resources'
import { answerSketch } from '@contract-kit/resources/exchanges'
import { keyOfSegments, pathSegments } from '@contract-kit/resources/paths'
import { type Action, findAction, plainAction } from '../document/actions.ts'
import type { Kind } from '../document/kinds.ts'
import { type OperationRule, type Rules, RulesError } from '../document/rules.ts'
import { findList, isListAlone } from '../lists/find-list.ts'

/** The role of an operation: how it reads or changes items. */
export type Role =
  | {
      readonly name: 'create' | 'list' | 'read' | 'replace' | 'patch' | 'remove'
      readonly kind: Kind
      readonly resource: Resource
    }
  | { readonly name: 'act'; readonly kind: Kind; readonly resource: Resource; readonly action: Action }
  | { readonly name: 'example' }

/** An operation, its role, and the reason. */
export interface Plan {
  readonly operation: ApiOperation
  readonly role: Role
  /** One clause for readers: `POST on the collection`. */
  readonly reason: string
}

const itemRoles = ['read', 'replace', 'patch', 'remove'] as const

/**
 * Finds the role of each operation: the one set by a rule, else the inferred one. Throws a RulesError if a rule names an unknown resource.
 */
export function planOperations(document: ApiDocument, kinds: readonly Kind[], rules: Rules): readonly Plan[] {
  const names = kinds.map(({ name }) => name)
  const unknown = [...rules.resources.keys()].find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new RulesError(
      `There is a rule for the unknown resource ${unknown}; the resources are ${names.join(', ')}.`,
    )
  return document.operations.map((operation) => {
    const inferred = inferPlan(operation, kinds)
    const rule = rules.operations.get(operation.id)
    return rule === undefined ? inferred : followRule(inferred, rule, kinds)
  })
}

function inferPlan(operation: ApiOperation, kinds: readonly Kind[]): Plan {
  const { method, path } = operation
  const listed = findList(operation, kinds)
  if (listed !== undefined)
    return {
      operation,
      role: { name: 'list', ...listed },
      reason: `${method} on the collection`,
    }
  for (const kind of kinds) {
    for (const resource of kind.resources) {
      const name = itemRoles.find((role) => resource[role]?.operation === operation)
      if (name !== undefined)
        return {
          operation,
          role: { name, kind, resource },
          reason: `${method} on ${resource.itemPath ?? path}`,
        }
      if (resource.list?.operation === operation && !isAside(kind, resource.list))
        return { operation, role: { name: 'list', kind, resource }, reason: `${method} on the collection` }
      if (resource.create?.operation === operation)
        return { operation, role: { name: 'create', kind, resource }, reason: `${method} on the collection` }
    }
  }
  const put = method === 'POST' ? findNamed(operation, kinds) : undefined
  if (put !== undefined)
    return { operation, role: { name: 'replace', ...put }, reason: `POST on ${path}, which names the item` }
  const action = findAction(operation, kinds)
  if (action !== undefined) return { operation, role: { name: 'act', ...action }, reason: action.reason }
  const hasBody = [...operation.responses.values()].some(
    ({ status, media }) => /^(?:2|default)/.test(status) && media.length > 0,
  )
  const shows = hasBody ? 'it returns an example' : 'its response has no body'
  return {
    operation,
    role: { name: 'example' },
    reason: `the document does not say what it changes: ${shows}`,
  }
}

/** Whether a list is only one of several properties and the only source of its items: the hours of a forecast. */
function isAside({ resources }: Kind, { operation, itemsPointer }: NonNullable<Resource['list']>): boolean {
  const answer = answerSketch(operation)
  const isUsed = resources.some(
    ({ create, read, replace, patch, remove }) => create ?? read ?? replace ?? patch ?? remove,
  )
  if (answer === undefined || itemsPointer === undefined || isUsed) return false
  return !isListAlone(answer, itemsPointer)
}

/** The kind that a POST creates at a path chosen by the client: `POST /orders/{orderId}/vouchers/{code}`. */
function findNamed(
  operation: ApiOperation,
  kinds: readonly Kind[],
): { readonly kind: Kind; readonly resource: Resource } | undefined {
  const segments = pathSegments(operation.path)
  const parameter = segments.at(-1)?.parameter
  const key = keyOfSegments(segments)
  const kind = kinds.find(({ resources }) => resources.some((one) => one.key === key))
  const resource = kind?.resources.find((one) => one.key === key)
  if (kind === undefined || resource === undefined || parameter === undefined) return undefined
  if (resource.replace !== undefined) return undefined
  const call = { operation, id: { location: 'path', name: parameter } } as const
  return { kind, resource: { ...resource, create: resource.create ?? call, replace: call } }
}

/** Applies a rule to a plan. Throws a RulesError if the rule names no resource and none can be inferred. */
function followRule(plan: Plan, rule: OperationRule, kinds: readonly Kind[]): Plan {
  const { operation, role } = plan
  const does = rule.does ?? role.name
  const reason = 'set in x-sandbox'
  if (does === 'example') return { operation, role: { name: does }, reason }
  const named = rule.resource === undefined ? undefined : kinds.find(({ name }) => name === rule.resource)
  if (rule.resource !== undefined && named === undefined) {
    const names = kinds.map(({ name }) => name).join(', ')
    throw new RulesError(
      `The rule of ${operation.id} names the unknown resource ${rule.resource}; the resources are ${names}.`,
    )
  }
  const kind = named ?? ('kind' in role ? role.kind : undefined)
  if (kind === undefined)
    throw new RulesError(`The rule of ${operation.id} must name a resource: the document shows none.`)
  const inferred = 'resource' in role && named === undefined ? role.resource : kind.resource
  const resource = withCall(inferred, operation, does, idPlace(operation, rule, inferred))
  if (does !== 'act') return { operation, role: { name: does, kind, resource }, reason }
  const action = role.name === 'act' ? role.action : plainAction(operation.id)
  return { operation, role: { name: does, kind, resource, action: withSet(action, rule.set) }, reason }
}

/** Adds an operation to a resource in a role. */
function withCall(
  resource: Resource,
  operation: ApiOperation,
  does: Exclude<OperationRule['does'], 'example' | undefined>,
  id: InputPlace | undefined,
): Resource {
  if (does === 'create') return { ...resource, create: { operation, id: undefined } }
  if (does === 'list') {
    const { itemsPointer, idPointer, paging } =
      resource.list?.operation === operation ? resource.list : noList
    return { ...resource, list: { operation, itemsPointer, idPointer, paging } }
  }
  return { ...resource, [does === 'act' ? 'patch' : does]: { operation, id } }
}

const noList = { itemsPointer: undefined, idPointer: undefined, paging: undefined } as const

/** The location of an item's id: as set by a rule, else the last path parameter. */
function idPlace(operation: ApiOperation, { id }: OperationRule, resource: Resource): InputPlace | undefined {
  const [location, ...rest] = id?.split('.') ?? []
  const name = rest.join('.')
  if (location === 'body') return { location, name: `/${name}` }
  if (location === 'path' || location === 'query' || location === 'header') return { location, name }
  const known = [resource.read, resource.replace, resource.patch, resource.remove].find(
    (call) => call?.operation === operation,
  )
  if (known !== undefined) return known.id
  const inPath = operation.parameters.findLast((parameter) => parameter.in === 'path')
  return inPath && { location: 'path', name: inPath.name }
}

const withSet = (action: Action, set: JsonObject | undefined): Action =>
  set === undefined ? action : { ...action, set }
