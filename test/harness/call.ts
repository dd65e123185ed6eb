/** The variable parts of a call. Path parameters are percent-encoded and filled into the template. */
export interface CallOptions {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  /** `null` removes a default header. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: unknown
}

/** Returns the path of an operation with its parameters and query. */
export function fillPath(template: string, { path = {}, query = {} }: CallOptions): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = path[name]
    if (value === undefined) throw new Error(`Path parameter ${name} of ${template} is missing`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

/** Merges the default headers with a call's own headers, which take precedence. */
export function mergeHeaders(
  usual: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | null>> = {},
): Record<string, string> {
  const merged: Record<string, string> = { ...usual }
  for (const [name, value] of Object.entries(own)) {
    const spelling = Object.keys(merged).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name
    if (value === null) delete merged[spelling]
    else merged[spelling] = value
  }
  return merged
}
