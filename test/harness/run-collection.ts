import newman from 'newman'

/** The part of a Postman collection that changes before a run. */
interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[]
}

/** A request that a run sent, and its response. */
export interface RunRequest {
  readonly name: string
  readonly method: string
  readonly url: string
  /** Undefined if there was no response. */
  readonly status: number | undefined
}

/**
 * Runs a Postman collection from top to bottom, as Newman does, with values for its variables. Throws if one of its scripts
 * fails.
 */
export async function runCollection(
  collection: object,
  variables: Readonly<Record<string, string>>,
): Promise<readonly RunRequest[]> {
  const { variable } = collection as Collection
  const filled = {
    ...collection,
    variable: variable.map(({ key, value }) => ({ key, value: variables[key] ?? value })),
  }
  const { run } = await new Promise<newman.NewmanRunSummary>((resolve, reject) => {
    newman.run({ collection: filled, reporters: [] }, (error, summary) =>
      error === null ? resolve(summary) : reject(error),
    )
  })
  const failed = run.failures.find(({ at }) => at === 'test-script')
  if (failed !== undefined) throw new Error(`${failed.source?.name}: ${failed.error.message}`)
  return run.executions.map(({ item, request, response }) => ({
    name: item.name,
    method: request.method,
    url: request.url.toString(),
    status: response?.code,
  }))
}
