import type { OpenApiDocument } from '@contract-kit/express'

type Data = { readonly [name: string]: unknown }

/** A document that every part of the sandbox can read, and what was changed for it. */
export interface PreparedDocument {
  readonly document: OpenApiDocument
  /** One sentence for each change that a reader of the document should know of. */
  readonly notes: readonly string[]
}

/**
 * Rewrites what the router cannot take, without a change of meaning. That is an operationId that is used twice, paths that differ only in
 * the names of their parameters, and keywords without effect.
 */
export function prepareDocument(source: OpenApiDocument): PreparedDocument {
  const notes: string[] = []
  const paths = removeSharedIds(joinPaths(source, toData(source.paths), notes), notes)
  const { components, ...rest } = source
  const document = {
    ...rest,
    ...(source.paths !== undefined && { paths }),
    ...(components && { components }),
  }
  return {
    document: omitIdle(document, source.openapi.startsWith('3.0'), urisIn(source)) as OpenApiDocument,
    notes,
  }
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

const parameters = /\{([^{}]*)\}/g

/** Puts the operations of `/pets/{petId}` below `/pets/{id}`: a router can only have one of them (OpenAPI 3.1, 4.8.8.2). */
function joinPaths(source: OpenApiDocument, paths: Data, notes: string[]): Data {
  const joined: Record<string, Data> = {}
  const known = new Map<string, string>()
  for (const [path, item] of Object.entries(paths)) {
    const key = path.replaceAll(parameters, '{}')
    const first = known.get(key)
    if (first === undefined) {
      known.set(key, path)
      joined[path] = toData(item)
      continue
    }
    notes.push(`The paths ${first} and ${path} are the same path, so both are served as ${first}.`)
    joined[first] = joinItems(source, [first, joined[first] ?? {}], [path, toData(item)], notes)
  }
  return joined
}

function joinItems(
  source: OpenApiDocument,
  [first, one]: readonly [string, Data],
  [second, other]: readonly [string, Data],
  notes: string[],
): Data {
  const [names, others] = [first, second].map((path) =>
    Array.from(path.matchAll(parameters), ([, name = '']) => name),
  ) as [string[], string[]]
  const own = toParameters(source, one)
  const added: Record<string, unknown> = {}
  for (const method of methods) {
    const operation = other[method]
    if (operation === undefined) continue
    if (one[method] !== undefined) {
      notes.push(`${method.toUpperCase()} ${second} is not served: ${first} has that operation, too.`)
      continue
    }
    const renamed = [...toParameters(source, other), ...toParameters(source, toData(operation))].map(
      (each) =>
        each['in'] === 'path'
          ? { ...each, name: names[others.indexOf(String(each['name']))] ?? each['name'] }
          : each,
    )
    added[method] = { ...toData(operation), parameters: lastOfEach(renamed) }
  }
  // Parameters of the first path are for its own operations alone.
  const kept = Object.fromEntries(
    Object.entries(one).map(([key, value]) => [
      key,
      methods.includes(key)
        ? { ...toData(value), parameters: lastOfEach([...own, ...toParameters(source, toData(value))]) }
        : value,
    ]),
  )
  return { ...omit(kept, 'parameters'), ...added }
}

const lastOfEach = (list: readonly Data[]): readonly Data[] => [
  ...new Map(list.map((each) => [`${String(each['in'])} ${String(each['name'])}`, each])).values(),
]

function toParameters(source: OpenApiDocument, { parameters: list }: Data): readonly Data[] {
  return Array.isArray(list) ? list.map((each) => resolve(source, toData(each))) : []
}

function resolve(source: OpenApiDocument, node: Data): Data {
  let found = node
  for (let steps = 0; typeof found['$ref'] === 'string' && steps < 20; steps += 1) {
    const keys = decodeURIComponent(found['$ref']).split('/').slice(1)
    let target: unknown = source
    for (const key of keys) target = toData(target)[key.replaceAll('~1', '/').replaceAll('~0', '~')]
    found = toData(target)
  }
  return found
}

/** An id names one operation; the second one with it goes by its method and path. */
function removeSharedIds(paths: Data, notes: string[]): Data {
  const seen = new Set<unknown>()
  return mapOperations(paths, (operation, method, path) => {
    const id = operation['operationId']
    if (typeof id !== 'string' || !seen.has(id)) {
      seen.add(id)
      return operation
    }
    const name = `${method.toUpperCase()} ${path}`
    notes.push(`The operationId ${id} is used twice; the second operation goes by ${name}.`)
    return omit(operation, 'operationId')
  })
}

function mapOperations(paths: Data, change: (operation: Data, method: string, path: string) => Data): Data {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(toData(item)).map(([key, value]) => [
          key,
          methods.includes(key) ? change(toData(value), key, path) : value,
        ]),
      ),
    ]),
  )
}

/**
 * Leaves out two keywords of schemas. `nullable` means nothing without a type (OpenAPI 3.0.3, 4.7.24), and in OpenAPI 3.1 nothing at all; Ajv
 * rejects it there. An `$id` that nothing refers to would only change what the references below it are relative to. It also bounds anchors, so it
 * stays where there are some.
 */
function omitIdle(node: unknown, isVersion30: boolean, used: ReadonlySet<string>): unknown {
  if (Array.isArray(node)) return node.map((each) => omitIdle(each, isVersion30, used))
  if (typeof node !== 'object' || node === null) return node
  const { nullable, type, $id } = node as Data
  const idle = new Set([
    ...(typeof nullable === 'boolean' && (type === undefined || !isVersion30) ? ['nullable'] : []),
    ...(typeof $id === 'string' && !used.has($id) && !used.has('') ? ['$id'] : []),
  ])
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) =>
      idle.has(name) ? [] : [[name, omitIdle(value, isVersion30, used)]],
    ),
  )
}

/** The URIs that a document refers to, without their fragments; the empty one stands for anchors. */
function urisIn(document: OpenApiDocument): ReadonlySet<string> {
  const found = new Set<string>()
  JSON.stringify(document, (name, value: unknown) => {
    if (name === '$ref' && typeof value === 'string' && !value.startsWith('#'))
      found.add(value.replace(/#.*$/s, ''))
    if (/^\$(?:dynamicA|a)nchor$/.test(name)) found.add('')
    return value
  })
  return found
}

const toData = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {}

const omit = (data: Data, name: string): Data =>
  Object.fromEntries(Object.entries(data).filter(([key]) => key !== name))
