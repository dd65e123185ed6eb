import { expect } from 'vitest'
import type { Call } from './call.ts'

const job: unknown = expect.objectContaining({ id: 7, status: 'queued' })

/** A call of every operation of the print shop. */
export const printShopCalls: readonly Call[] = [
  {
    method: 'authCreateToken',
    input: { client_id: 'shop 1', client_secret: 'a&b', scope: ['read', 'write'] },
    received: {
      body: {
        grant_type: 'client_credentials',
        client_id: 'shop 1',
        client_secret: 'a&b',
        scope: ['read', 'write'],
      },
    },
    data: { access_token: 'abc', expires_in: 3600 },
  },
  {
    method: 'jobsList',
    input: {
      status: ['queued', 'done'],
      tags: ['a', 'b'],
      created: { since: '2026-01-01', until: '2026-02-01' },
    },
    received: {
      query: {
        status: ['queued', 'done'],
        tags: ['a', 'b'],
        created: { since: '2026-01-01', until: '2026-02-01' },
      },
    },
    data: [job],
    isRetried: true,
  },
  {
    method: 'jobsCreate',
    input: { copies: 2, artwork: { kind: 'stock', stockId: 11 } },
    received: { query: { version: '2' }, body: { copies: 2, artwork: { kind: 'stock', stockId: 11 } } },
    data: job,
    wrong: { copies: 0, artwork: { kind: 'stock', stockId: 11 } },
  },
  {
    method: 'jobsReplace',
    input: { id: 7, body: { id: 7, copies: 3 } },
    received: { path: { id: 7 }, body: { id: 7, copies: 3 } },
    data: job,
  },
  { method: 'jobsCancel', input: { id: 7 }, received: { path: { id: 7 } }, data: undefined },
  {
    method: 'jobsAddArtwork',
    input: { id: 7, file: new Blob(['%PDF'], { type: 'application/pdf' }), pages: [1, 2], crop: { top: 3 } },
    received: {
      path: { id: 7 },
      files: [{ field: 'file', mediaType: 'application/pdf', bytes: Buffer.from('%PDF') }],
      body: { pages: [1, 2] },
    },
    data: { kind: 'upload', fileName: 'flyer.pdf' },
  },
  { method: 'notesRead', input: { id: 7 }, data: 'Handle with care.' },
  {
    method: 'notesWrite',
    input: { id: 7, body: 'Fold twice.' },
    received: { body: 'Fold twice.' },
    data: undefined,
  },
  { method: 'pricesExport', data: expect.any(String) },
  {
    method: 'getPricesCurrencyProduct',
    input: { currency: 'EUR', product: 'flyer' },
    // Express hands out matrix parameters as they were sent.
    received: { path: { currency: ';currency=EUR', product: 'flyer' } },
    data: 12,
  },
]
