import {
  isRecord,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type PathItem,
  type Problems,
  Problem,
  resolve,
} from '../document.ts'
import { impossibleMethodNames, toCamelCase } from '../names.ts'

/** One operation that becomes a method. */
export interface ApiOperation {
  /** The name of the method. */
  readonly name: string
  /** Names it in messages: `GET /pets/{id} (showPet)`. */
  readonly title: string
  /** In upper case. */
  readonly method: string
  readonly path: string
  /** The parameters of the operation and those that its path shares. */
  readonly parameters: readonly ParameterObject[]
  readonly operation: OperationObject
}

export type Idempotency = 'always' | 'key' | 'never'

const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

export interface OperationSelection {
  readonly skip?: readonly string[]
  /** Titles of operations that cannot be expressed and are left out. */
  readonly unsupported?: ReadonlyMap<string, string>
}

/** Every operation in document order, except those that are left out on purpose. */
export function listOperations(
  document: OpenApiDocument,
  { skip = [], unsupported = new Map() }: OperationSelection,
  problems: Problems,
  notes: string[],
): readonly ApiOperation[] {
  const unused = new Set(skip)
  const listed = Object.entries(document.paths ?? {}).flatMap(([path, reference]) => {
    const item = problems.attempt(path, () => resolve<PathItem>(document, reference as PathItem)) ?? {}
    return httpMethods.flatMap((key) => {
      const operation = item[key]
      if (!isRecord(operation)) return []
      const method = key.toUpperCase()
      const names = [`${method} ${path}`, String(operation['operationId'])].filter((name) =>
        skip.includes(name),
      )
      for (const name of names) unused.delete(name)
      if (names.length > 0) return []
      const title = titleOf(method, path, operation)
      const reason = unsupported.get(title)
      if (reason !== undefined) {
        notes.push(`${title}: left out: ${reason}`)
        return []
      }
      const read = problems.attemptOperation(title, () =>
        readOperation(document, method, path, item, operation, notes),
      )
      return read === undefined ? [] : [read]
    })
  })
  for (const name of unused) problems.list.push(`skip: the document has no operation ${name}`)
  rejectEqualNames(listed, problems)
  if (Object.keys(document.webhooks ?? {}).length > 0) {
    notes.push('The webhooks of the document do not become methods: a client does not receive them.')
  }
  return listed
}

function readOperation(
  document: OpenApiDocument,
  method: string,
  path: string,
  item: PathItem,
  operation: OperationObject,
  notes: string[],
): ApiOperation {
  const title = titleOf(method, path, operation)
  if (method === 'TRACE') throw new Problem('fetch does not send TRACE requests')
  const name = toCamelCase(operation.operationId ?? `${method.toLowerCase()} ${path}`)
  if (name === '') throw new Problem('its operationId has no letters, so no method can be named after it')
  // The conversion removes underscores, so the names with them are compared as they are.
  if ([name, operation.operationId].some((one) => one !== undefined && impossibleMethodNames.has(one))) {
    throw new Problem(`a method cannot be called \`${operation.operationId ?? name}\``)
  }
  if (operation.operationId === undefined)
    notes.push(`${title}: has no operationId; the method is called ${name}`)
  if (operation.servers !== undefined || item.servers !== undefined) {
    notes.push(`${title}: has servers of its own; the client sends it to its base URL`)
  }
  if (operation.callbacks !== undefined) notes.push(`${title}: its callbacks do not become methods`)
  const parameters = new Map<string, ParameterObject>()
  for (const reference of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = resolve<ParameterObject>(document, reference)
    parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return { name, title, method, path, parameters: [...parameters.values()], operation }
}

function titleOf(method: string, path: string, { operationId }: OperationObject): string {
  return operationId === undefined ? `${method} ${path}` : `${method} ${path} (${operationId})`
}

function rejectEqualNames(operations: readonly ApiOperation[], problems: Problems): void {
  const byName = new Map<string, ApiOperation[]>()
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
  { method, parameters, operation }: ApiOperation,
  isRequired: boolean,
): Idempotency {
  const stated = operation['x-idempotency']
  if (stated === 'always' || stated === 'key' || stated === 'never') return stated
  if (stated !== undefined) {
    throw new Problem(`x-idempotency is ${JSON.stringify(stated)}; it can be always, key or never`)
  }
  const isSafe = ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)
  if (isRequired && !isSafe) throw new Problem('does not say whether it can be retried; add x-idempotency')
  if (isSafe || method === 'PUT' || method === 'DELETE') return 'always'
  return parameters.some(isIdempotencyKey) ? 'key' : 'never'
}

function isIdempotencyKey(parameter: ParameterObject): boolean {
  return parameter.in === 'header' && parameter.name.toLowerCase() === 'idempotency-key'
}
