/** A declared path and the operations on it. */
export interface RouteEntry<Operation> {
  /** `/books/{bookId}`. */
  readonly template: string
  /** By method in capitals. */
  readonly operations: ReadonlyMap<string, Operation>
}

/** An operation, and where it stands in the document. */
export interface Route<Handler> {
  readonly id: string
  /** In lower case. */
  readonly method: string
  readonly handle: Handler
}

/** A path with the operations on it, by method in capitals. */
export const pathEntry = <Operation>(
  template: string,
  operations: Readonly<Record<string, Operation>>,
): RouteEntry<Operation> => ({ template, operations: new Map(Object.entries(operations)) })

/** A path with the ids and handlers of the operations on it, by method in capitals. */
export const handlerEntry = <Handler>(
  template: string,
  operations: Readonly<Record<string, readonly [id: string, handle: Handler]>>,
): RouteEntry<Route<Handler>> => ({
  template,
  operations: new Map(
    Object.entries(operations).map(([method, [id, handle]]) => [
      method,
      { id, method: method.toLowerCase(), handle },
    ]),
  ),
})

/** A path that was found, and the texts of its parameters, decoded. */
export interface RouteMatch<Operation> extends RouteEntry<Operation> {
  readonly params: Readonly<Record<string, string>>
}

const readSegment = (template: string, segment: string): Record<string, string> | undefined => {
  const name = /^\{(.+)\}$/.exec(template)?.[1]
  if (name === undefined) return template === segment ? {} : undefined
  if (segment === '') return undefined
  try {
    return { [name]: decodeURIComponent(segment) }
  } catch {
    return undefined
  }
}

const readPath = (template: string, path: string): Record<string, string> | undefined => {
  const wanted = template.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const read = readSegment(part, given[at] ?? '')
    if (read === undefined) return undefined
    Object.assign(params, read)
  }
  return params
}

/** Finds the first entry that the path fits; undefined if none does. Fixed paths go before templates in the table. */
export const findRoute = <Operation>(
  table: readonly RouteEntry<Operation>[],
  path: string,
): RouteMatch<Operation> | undefined => {
  for (const entry of table) {
    const params = readPath(entry.template, path)
    if (params !== undefined) return { ...entry, params }
  }
  return undefined
}

/** The methods of a path for `Allow` (RFC 9110 10.2.1): GET brings HEAD, OPTIONS is always there. */
export const allowedMethods = (operations: ReadonlyMap<string, unknown>): string => {
  const methods = new Set(operations.keys())
  if (methods.has('GET')) methods.add('HEAD')
  methods.add('OPTIONS')
  return [...methods].join(', ')
}
