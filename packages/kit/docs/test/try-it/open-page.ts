import { join } from 'node:path'
import { createTryIt, type TryIt } from '../../browser/try-it/state.ts'
import { type Operation, listOperations } from '../../src/openapi/operations.ts'
import { readDocument } from '../../src/openapi/read-document.ts'
import type { TryItOptions } from '../../src/try-it-options.ts'

/** The document of the ferries, and its operations. */
export const ferries = readDocument(join(import.meta.dirname, '../documents/ferries.yaml'))
export const operations = listOperations(ferries)

/** Returns the operation with the given ID. Throws if there is none. */
export function operationNamed(id: string): Operation {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`No operation ${id}`)
  return found
}

/** A response of the server. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Creates a page whose server sends these responses one after another. Returns it with the received requests. */
export function openPage(
  options: TryItOptions,
  ...replies: readonly Reply[]
): { tryIt: TryIt; sent: Request[] } {
  const sent: Request[] = []
  let keys = 0
  const tryIt = createTryIt({
    document: ferries,
    samples: {},
    options,
    pageUrl: 'http://docs.test/try.html',
    now: () => 0,
    newKey: () => `key-number-${(keys += 1)}`,
    authorize: (url) => {
      const { searchParams } = new URL(url)
      return Promise.resolve(`http://docs.test/try.html?code=abc&state=${searchParams.get('state')}`)
    },
    redirectUri: 'http://docs.test/try.html',
    fetch: (input, init) => {
      const reply = replies[sent.length]
      sent.push(new Request(input, init))
      if (reply === undefined) return Promise.reject(new TypeError('Failed to fetch'))
      return Promise.resolve(
        Response.json(reply.body, { status: reply.status, headers: { ...reply.headers } }),
      )
    },
  })
  return { tryIt, sent }
}
