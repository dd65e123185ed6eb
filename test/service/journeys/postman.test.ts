// The package has types, and does not name them in its manifest.
/// <reference types="postman-collection/types/index.d.ts" />
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { Collection, type Header, type Item, ItemGroup } from 'postman-collection'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '@giftcards/test-harness/vitest'

const file = fileURLToPath(import.meta.resolve('@giftcards/docs/dist/reference.postman_collection.json'))

/** The collection in Postman's own classes, and what Postman does with it: variables, requests, the script after a response. */
class Runner {
  readonly #collection = new Collection(JSON.parse(readFileSync(file, 'utf8')) as object)
  readonly #variables = this.#collection.variables

  constructor(baseUrl: string) {
    this.set('baseUrl', baseUrl)
  }

  set(name: string, value: string): void {
    this.#variables.upsert({ key: name, value })
  }

  /** Sends the first request to a path. */
  async send(method: string, path: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const item = listItems(this.#collection).find(
      ({ request }) => request.method === method && `/${request.url.path?.join('/')}` === path,
    )
    if (item === undefined) throw new Error(`The collection has no ${method} ${path}`)
    const { request } = item
    const declared: readonly Header[] = request.headers.all()
    const headers = declared
      .filter(({ disabled }) => !disabled)
      .map(({ key, value }): [string, string] => [key, this.#fill(value)])
    const token: unknown = request.auth?.parameters().get('token')
    if (typeof token === 'string') headers.push(['Authorization', `Bearer ${this.#fill(token)}`])
    const raw = request.body?.raw
    const response = await fetch(this.#fill(request.url.toString()), {
      method: request.method,
      headers,
      ...(raw !== undefined && { body: raw }),
    })
    this.#runScript(response)
    return { status: response.status, body: await response.json() }
  }

  #fill(text: string): string {
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => String(this.#variables.get(name)))
  }

  #runScript({ headers }: Response): void {
    const [event] = this.#collection.events.all()
    const collectionVariables = { set: (name: string, value: string) => this.set(name, value) }
    runInNewContext(event?.script.toSource() ?? '', { pm: { response: { headers }, collectionVariables } })
  }
}

function listItems(group: ItemGroup): readonly Item[] {
  const items: readonly unknown[] = group.items.all()
  return items.flatMap((item) => (item instanceof ItemGroup ? listItems(item) : [item as Item]))
}

const sandbox = await useSandbox()

describe('the Postman collection', () => {
  it('buys a card as it is imported', async () => {
    const runner = new Runner(sandbox.url)
    expect(await runner.send('POST', '/v3/session')).toMatchObject({ status: 200 })
    expect(await runner.send('POST', '/v3/customers/login')).toMatchObject({ status: 200 })
    expect(await runner.send('POST', '/v3/orders')).toMatchObject({
      status: 201,
      body: { buyOrder: { status: 'Processing' } },
    })
  })
})
