import {
  type ApiClient,
  type ClientOptions,
  createApiClient,
  type Operations,
  type Session,
} from '../src/index.ts'
import { createFakeApi } from '../src/testing.ts'
import { examples } from './generate/generated/ferries-examples.ts'
import { type LibraryMethods, operations, type paths } from './scripted.ts'

/** Checked only by the compiler: each marked line must not compile. */
const client = createApiClient<LibraryMethods, paths>(operations, { baseUrl: 'http://library.test' })

/** Only compiled, never called. */
export async function uses(): Promise<void> {
  const { title }: { title?: string } = await client.getBook({ 'book-id': 'a' })
  const { data, headers, status } = await client.getStatus().withResponse()
  const values: [string | undefined, string | null, 200 | 201] = [data.title, headers.get('etag'), status]
  // The client sets the headers that every request needs.
  const raw = await client.raw.POST('/loans', { body: { title: 'Emma' } })
  void [title, values, raw.data?.title]
  const withoutPaths: ApiClient<LibraryMethods, {}> = createApiClient<LibraryMethods>(operations, {
    baseUrl: '',
  })
  void withoutPaths

  // @ts-expect-error the document has no such operation
  void client.burnBook()
  // @ts-expect-error the document has no such path
  void client.raw.GET('/fires')
  // @ts-expect-error only operations with a key take one
  void client.getStatus({ idempotencyKey: 'k' })
  // @ts-expect-error a base URL is required
  void createApiClient<LibraryMethods>(operations, {})
  // @ts-expect-error headers are a separate option
  const fetchOptions: ClientOptions['fetchOptions'] = { headers: {} }
  void fetchOptions
}

const query: Operations = {
  a: { method: 'GET', path: '/', idempotency: 'always', parameters: { x: 'query' } },
}
// @ts-expect-error a parameter is in one of four places
export const wrong: Operations = { a: { ...query['a']!, parameters: { x: 'body' } } }

// @ts-expect-error a session returns only retry or rejected
export const session: Session = { authorize: () => undefined, accept: () => 'again' }

const fake = createFakeApi(examples)
fake.respond('getVessel', 'catamaran')
// @ts-expect-error an example of another operation
fake.respond('getVessel', 'held')
// @ts-expect-error the document has no such status
fake.respond('cancelBooking', { status: 201, body: undefined })
