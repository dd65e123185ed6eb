import { expectTypeOf } from 'vitest'
import type { IdempotentCallOptions } from '../../src/index.ts'
import type { ErrorCodes, Job, JobStatus, PrintShopMethods } from './generated/print-shop.ts'

// Checked by the compiler alone: the line below each `@ts-expect-error` must not compile.

export async function printFlyers(client: PrintShopMethods, file: Blob): Promise<void> {
  // A member with only one possible value may be left out.
  await client.authCreateToken({ client_id: 'shop-1', client_secret: 'not-a-secret' })
  await client.authCreateToken({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' })
  // @ts-expect-error: there is one grant.
  await client.authCreateToken({ grant_type: 'password', client_id: 'a', client_secret: 'b' })

  // An input of optional members may be left out, and its lists may be read-only.
  const wanted: readonly JobStatus[] = ['queued']
  await client.jobsList()
  expectTypeOf(await client.jobsList({ status: wanted, created: { since: '2026-01-01' } })).toEqualTypeOf<
    Job[]
  >()
  // @ts-expect-error: the key of the client is no parameter.
  await client.jobsList({ 'X-Api-Key': 'k' })

  const job = await client.jobsCreate(
    { artwork: { kind: 'stock', stockId: 11 }, comment: null },
    { idempotencyKey: 'flyer-1' },
  )
  if ('approvalId' in job) expectTypeOf(job.approvalId).toEqualTypeOf<string>()
  else expectTypeOf(job.finishedAt).toEqualTypeOf<string | null>()
  // @ts-expect-error: a stock picture has a number, and no file.
  await client.jobsCreate({ artwork: { kind: 'stock', fileName: 'flyer.pdf' } })
  expectTypeOf<Parameters<PrintShopMethods['jobsCreate']>[1]>().toEqualTypeOf<
    IdempotentCallOptions | undefined
  >()
  // @ts-expect-error: the list of jobs takes no idempotency key.
  await client.jobsList({}, { idempotencyKey: 'flyer-1' })

  const created = await client.jobsCreate({ artwork: { kind: 'stock', stockId: 11 } }).withResponse()
  if (created.status === 202) expectTypeOf(created.data).toEqualTypeOf<{ approvalId: string }>()
  else expectTypeOf(created.data).toEqualTypeOf<Job>()

  // A body stands apart where one of its members is called like a parameter.
  expectTypeOf(await client.jobsReplace({ id: 7, body: { id: 7, copies: 3 } })).toEqualTypeOf<
    Job | undefined
  >()
  // @ts-expect-error: the members of the body are no parameters.
  await client.jobsReplace({ id: 7, copies: 3 })

  await client.jobsAddArtwork({ id: 7, file, pages: [1, 2], crop: { top: 3 } })
  // @ts-expect-error: a file is bytes.
  await client.jobsAddArtwork({ id: 7, file: 'flyer.pdf' })

  await client.notesWrite({ id: 7, body: 'Handle with care.' })
  expectTypeOf(await client.notesRead({ id: 7 })).toEqualTypeOf<string>()
  expectTypeOf(await client.pricesExport()).toEqualTypeOf<string>()
  const price = await client.getPricesCurrencyProduct({ currency: 'EUR', product: 'flyer' })
  expectTypeOf(price).toEqualTypeOf<number | null>()
}

expectTypeOf<ErrorCodes['authCreateToken'][400]>().toEqualTypeOf<
  'bad_credentials' | 'bad_request' | 'no_such_job'
>()
