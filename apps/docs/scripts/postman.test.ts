import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ContractOperation, listOperations, readContract } from '../generated/contract-document.ts'

interface Item {
  readonly name: string
  readonly item?: readonly Item[]
  readonly request?: {
    readonly method: string
    readonly url: { readonly path: readonly string[] }
    readonly body?: { readonly raw: string }
  }
}

interface RequestOperation extends ContractOperation {
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
      }
    }
  }
}

interface Collection {
  readonly item: readonly Item[]
  readonly variable: readonly { readonly key: string; readonly value: string }[]
}

const flatten = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => (item.item === undefined ? [item] : flatten(item.item)))

describe.each([
  ['reference', 'openapi'],
  ['sandbox', 'sandbox'],
] as const)('dist/%s.postman_collection.json', (page, name) => {
  const file = join(import.meta.dirname, `../dist/${page}.postman_collection.json`)
  const collection = JSON.parse(readFileSync(file, 'utf8')) as Collection
  const requests = flatten(collection.item).flatMap(({ request }) => request ?? [])

  it('has a request for every operation of the contract', () => {
    const declared = listOperations(readContract(name)).map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    )
    const sent = requests.map(({ method, url }) => `${method} /${url.path.join('/')}`)
    expect([...new Set(sent)].toSorted()).toStrictEqual(declared.toSorted())
  })

  it('has every example of a body', () => {
    const bodies = requests.map(({ body }) => body?.raw)
    const examples = listOperations(readContract(name)).flatMap(({ operation }) =>
      Object.values((operation as RequestOperation).requestBody?.content['application/json'].examples ?? {}),
    )
    expect(examples.length).toBeGreaterThan(3)
    expect(examples.filter(({ value }) => !bodies.includes(JSON.stringify(value, null, 2)))).toStrictEqual([])
  })

  it('has the base URL of the sandbox as a variable', () => {
    expect(collection.variable[0]).toStrictEqual({ key: 'baseUrl', value: 'http://127.0.0.1:3000' })
  })
})
