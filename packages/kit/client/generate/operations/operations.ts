import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { isSafeMethod } from '@contract-kit/openapi/write'
import { impossibleMethodNames, toCamelCase } from '../names.ts'
import type { OperationObject } from '../options.ts'
import { type Problems, Problem } from '../problems.ts'

/** One operation that becomes a method. */
export interface NamedOperation extends ApiOperation {
  /** The name of the method. */
  readonly name: string
  /** Names it in messages: `GET /pets/{id} (showPet)`. */
  readonly title: string
  readonly described: OperationObject
}

export type Idempotency = 'always' | 'key' | 'never'

export interface OperationSelection {
  readonly skip?: readonly string[]
  /** Titles of operations that cannot be expressed and are left out. */
  readonly unsupported?: ReadonlyMap<string, string>
}

/** Every operation in document order, except those that are left out on purpose. */
export function listOperations(
  document: ApiDocument,
  { skip = [], unsupported = new Map() }: OperationSelection,
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
    return problems.attemptOperation(title, () => nameOperation(operation, title, notes)) ?? []
  })
  for (const { id, method = '*', path, reason } of document.unread) {
    const title = titleOf(method, path, id === `${method} ${path}` ? undefined : id)
    // The others are webhooks, which do not become methods.
    if (path.startsWith('/') && isWanted(title, `${method} ${path}`, id)) problems.addOperation(title, reason)
  }
  for (const name of unused) problems.list.push(`skip: the document has no operation ${name}`)
  rejectEqualNames(listed, problems)
  if (document.webhooks.length > 0) {
    notes.push('The webhooks of the document do not become methods: a client does not receive them.')
  }
  return listed
}

function nameOperation(operation: ApiOperation, title: string, notes: string[]): NamedOperation {
  const { method, path, queryString, raw, servers } = operation
  const described = raw as OperationObject
  const { operationId } = described
  if (method === 'TRACE') throw new Problem('fetch does not send TRACE requests')
  if (queryString !== undefined)
    throw new Problem('its query string is described as a whole (`in: querystring`)')
  const name = toCamelCase(operationId ?? `${method.toLowerCase()} ${path}`)
  if (name === '') throw new Problem('its operationId has no letters, so no method can be named after it')
  // The conversion removes underscores, so the names with them are compared as they are.
  if ([name, operationId].some((one) => one !== undefined && impossibleMethodNames.has(one))) {
    throw new Problem(`a method cannot be called \`${operationId ?? name}\``)
  }
  if (operationId === undefined) notes.push(`${title}: has no operationId; the method is called ${name}`)
  if (servers !== undefined) {
    notes.push(`${title}: has servers of its own; the client sends it to its base URL`)
  }
  if (raw['callbacks'] !== undefined) notes.push(`${title}: its callbacks do not become methods`)
  return { ...operation, name, title, described }
}

function titleOf(method: string, path: string, operationId: string | undefined): string {
  return operationId === undefined ? `${method} ${path}` : `${method} ${path} (${operationId})`
}

function rejectEqualNames(operations: readonly NamedOperation[], problems: Problems): void {
  const byName = new Map<string, NamedOperation[]>()
  for (const operation of operations) {
    byName.set(operation.name, [...(byName.get(operation.name) ?? []), operation])
  }
  for (const [name, same] of byName) {
    if (same.length < 2) continue
    for (const { title } of same)
      problems.addOperation(title, `another operation has the method name ${name}, too`)
  }
}

/** Whether a request that the server may already have carried out can be sent again. */
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
