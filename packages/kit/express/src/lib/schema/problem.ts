/** One violation of a schema, as the validator found it. */
export interface Problem {
  /** From the root `{ body, query, headers, params }` down to the offending value, or to the missing member. */
  readonly pointer: readonly string[]
  /** The JSON Schema keyword that was violated; empty when unknown. */
  readonly keyword: string
}

/** Reads one error of the validator: a slash path and `<keyword>.openapi.validation`. */
export function toProblem(error: { readonly path?: string; readonly errorCode?: string }): Problem {
  const tokens = (error.path ?? '').split('/').slice(1)
  const keyword = (error.errorCode ?? '').replace(/\.openapi\.validation$/, '')
  return {
    pointer: tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
    keyword: keyword === 'x-eov-type' ? 'type' : keyword,
  }
}
