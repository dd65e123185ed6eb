import { type ApiClient, ApiError, type ClientOptions, createApiClient } from '@contract-kit/client'
import { generateClient } from '@contract-kit/client/generate'
import { createFakeApi } from '@contract-kit/client/testing'
import { type LibraryMethods, operations } from './api.js'
import { examples } from './examples.js'

interface Paths {
  readonly '/books/{bookId}': {
    readonly get: {
      readonly parameters: { readonly path: { readonly bookId: string } }
      readonly responses: {
        readonly 200: { readonly content: { readonly 'application/json': { readonly title: string } } }
      }
    }
  }
}

const fake = createFakeApi(examples)
const options: ClientOptions = { baseUrl: 'http://library.test', fetch: fake.fetch, retry: false }
const client: ApiClient<LibraryMethods, Paths> = createApiClient<LibraryMethods, Paths>(operations, options)

async function borrow(): Promise<void> {
  const { copies, title } = await client.getBook({ bookId: 'b1' })
  const { data, status } = await client.borrowBook({ bookId: 'b1', days: 14 }).withResponse()
  const raw = await client.raw.GET('/books/{bookId}', { params: { path: { bookId: 'b1' } } })
  console.log(title, copies satisfies number, status satisfies 201, data.due, raw.data?.title)

  fake.respondOnce('getBook', 'unknown')
  const error: unknown = await client.getBook({ bookId: 'b2' }).catch((reason: unknown) => reason)
  if (error instanceof ApiError) console.log(error.status, error.messages.join())
  console.log(fake.calls.map(({ operationId }) => operationId).join(' '))

  // @ts-expect-error the operation has no such input
  const wrong = client.getBook({ book: 'b1' })
  await wrong.catch(({ name }: Error) => console.log(name))
  console.log(
    generateClient({ openapi: '3.1.0', info: { title: 'Empty', version: '1' }, paths: {} }).text.split(
      '\n',
    )[0],
  )
}

void borrow()
