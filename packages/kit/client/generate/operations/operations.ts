import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { isSafeMethod } from '@contract-kit/openapi/write'
import { type GivenNames, reservedMethodNames, toCamelCase } from '../names.ts'
import type { OperationObject } from '../options.ts'
import { type Problems, Problem } from '../problems.ts'

/** One operation that becomes a method. */
export interface NamedOperation extends ApiOperation {
  /** The name of the method. */
  readonly name: string
  /** The name in messages: `GET /pets/{id} (showPet)`. */
  readonly title: string
  readonly described: OperationObject
}

export type Idempotency = 'always' | 'key' | 'never'

export interface OperationSelection {
  readonly skip?: readonly string[]
  readonly given: GivenNames
  /** Operations to leave out because they cannot be expressed: the reason by title. */
  readonly unsupported?: ReadonlyMap<string, string>
}

/** Lists the operations in document order, without those that are deliberately left out. */
export function listOperations(
  document: ApiDocument,
  { skip = [], given, unsupported = new Map() }: OperationSelection,
  problems: Problems,
  notes: string[],
): readonly NamedOperation[] {
  const unused = new Set(skip)
  const isWanted = (title: string, ...ids: readonly (string | undefined)[]): boolean => {
    const names = ids.filter((id) => id !== undefined && skip.includes(id))
    for (const name of names) unused.delete(name as string)
    const reason = unsupported.get(title)
    if (names.length === 0 && reason !== undefined) notes.push(`${title}: left out: ${reason}`)
    return names.length === 0 && reason === undefined
  }
  const listed = document.operations.flatMap((operation) => {
    const { method, path } = operation
    const described = operation.raw as OperationObject
    const title = titleOf(method, path, described.operationId)
    if (!isWanted(title, `${method} ${path}`, described.operationId)) return []
    return problems.attemptOperation(title, () => readTitled(operation, title, notes)) ?? []
  })
  for (const { id, method = '*', path, reason } of document.unread) {
    const title = titleOf(method, path, id === `${method} ${path}` ? undefined : id)
    // The others are webhooks, which do not become methods.
    if (path.startsWith('/') && isWanted(title, `${method} ${path}`, id)) problems.addOperation(title, reason)
  }
  for (const name of unused) problems.list.push(`skip: the document has no operation ${name}`)
  const named = problems.attempt('rename', () => nameMethods(listed, given, notes)) ?? []
  if (document.webhooks.length > 0) {
    notes.push('The client has no methods for webhooks, because a client does not receive them.')
  }
  return named
}

/** An operation whose method has no name yet. */
type TitledOperation = Omit<NamedOperation, 'name'>

function readTitled(operation: ApiOperation, title: string, notes: string[]): TitledOperation {
  const { method, queryString, raw, servers } = operation
  if (method === 'TRACE') throw new Problem('fetch does not send TRACE requests')
  if (queryString !== undefined)
    throw new Problem('its query string is described as a whole (`in: querystring`)')
  if (servers !== undefined) {
    notes.push(`${title}: has its own servers; the client sends it to its base URL`)
  }
  if (raw['callbacks'] !== undefined) notes.push(`${title}: its callbacks do not become methods`)
  return { ...operation, title, described: raw }
}

/**
 * Names each method after its operationId, else after HTTP method and path. If several operations share a name, the first keeps
 * it. The others are named after HTTP method and path, with a number if that name is taken too.
 */
function nameMethods(
  operations: readonly TitledOperation[],
  given: GivenNames,
  notes: string[],
): readonly NamedOperation[] {
  const byName = new Map<string, TitledOperation>()
  const names = new Map<TitledOperation, string>()
  const take = (operation: TitledOperation, name: string | undefined): boolean => {
    if (name === undefined || name === '' || byName.has(name)) return false
    byName.set(name, operation)
    names.set(operation, name)
    return true
  }
  const others = operations.filter((operation) => {
    const { method, path, title, described } = operation
    const name = given.find(`${method} ${path}`, described.operationId ?? '')
    if (name !== undefined && (reservedMethodNames.has(name) || !take(operation, name)))
      throw new Problem(`${title} cannot be called ${name}, which is taken`)
    return name === undefined
  })
  for (const operation of others) take(operation, preferredName(operation))
  for (const operation of others) {
    const { title, described } = operation
    const substitute = nameOfPath(operation)
    for (let number = 1; !names.has(operation); number += 1)
      take(operation, number === 1 ? substitute : `${substitute}${number}`)
    const name = names.get(operation)
    const wanted = described.operationId && toCamelCase(described.operationId)
    if (wanted === undefined) notes.push(`${title}: has no operationId; the method is called ${name}`)
    else if (name !== wanted) {
      const reason = wanted === '' ? 'its operationId has no letters' : `${wanted} is taken`
      notes.push(`${title}: the method is called ${name}, because ${reason}`)
    }
  }
  return operations.map((operation) => ({ ...operation, name: names.get(operation) ?? '' }))
}

function preferredName(operation: TitledOperation): string {
  const { operationId } = operation.described
  const name = operationId === undefined ? nameOfPath(operation) : toCamelCase(operationId)
  return reservedMethodNames.has(name) ? `${name}Operation` : name
}

function nameOfPath({ method, path }: TitledOperation): string {
  return toCamelCase(`${method.toLowerCase()} ${path}`)
}

function titleOf(method: string, path: string, operationId: string | undefined): string {
  return operationId === undefined ? `${method} ${path}` : `${method} ${path} (${operationId})`
}

/** Returns whether a request can be sent again if the server may already have processed it. */
export function readIdempotency(
  { method, parameters, described }: NamedOperation,
  isRequired: boolean,
): Idempotency {
  const stated = described['x-idempotency']
  if (stated === 'always' || stated === 'key' || stated === 'never') return stated
  if (stated !== undefined) {
    throw new Problem(`x-idempotency is ${JSON.stringify(stated)}; it can be always, key or never`)
  }
  const isSafe = isSafeMethod(method)
  if (isRequired && !isSafe) throw new Problem('does not say whether it can be retried; add x-idempotency')
  if (isSafe || method === 'PUT' || method === 'DELETE') return 'always'
  return parameters.some(isIdempotencyKey) ? 'key' : 'never'
}

function isIdempotencyKey(parameter: ApiOperation['parameters'][number]): boolean {
  return parameter.in === 'header' && parameter.name.toLowerCase() === 'idempotency-key'
}
