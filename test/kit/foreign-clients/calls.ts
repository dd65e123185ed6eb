import { expect } from 'vitest'

/** A call of one method of a client. */
export interface Call {
  readonly method: string
  readonly input?: object
  /** The input of the handler, if the handler reports it. */
  readonly received?: object
  /** The data that the caller receives; bytes and streams as text. */
  readonly data: unknown
  /** An input that the server rejects. */
  readonly wrong?: object
  /** Whether the operation may be retried after a lost response. */
  readonly isRetried?: true
}

const booking: unknown = expect.objectContaining({ id: 'bkg_1', status: 'held' })

/** A call of every operation in the ferries document. */
export const ferryCalls: readonly Call[] = [
  {
    method: 'listCrossings',
    input: {
      filter: { from: 'Màl co', to: 'OBA' },
      limit: 5,
      vessels: ['orca', 'isle of mull'],
      'Accept-Language': 'gd',
      preview: true,
    },
    received: {
      query: { filter: { from: 'Màl co', to: 'OBA' }, limit: 5, vessels: ['orca', 'isle of mull'] },
      headers: { 'Accept-Language': 'gd' },
      cookies: { preview: true },
    },
    data: expect.objectContaining({ total: 1 }),
    wrong: { filter: { from: 'MAL', to: 'OBA' }, limit: 1_000 },
    isRetried: true,
  },
  {
    method: 'checkCrossing',
    input: { 'crossing-id': 'crs_1' },
    received: { path: { 'crossing-id': 'crs_1' } },
    data: undefined,
  },
  { method: 'followCrossing', input: { 'crossing-id': 'crs_1' }, data: 'data: {"status":"sailing"}\n\n' },
  {
    method: 'getQuote',
    input: { 'crossing-id': 'a/b', passengers: 2 },
    received: { path: { 'crossing-id': 'a/b' }, query: { passengers: 2 } },
    data: { price: 4400, currency: 'EUR' },
  },
  {
    method: 'getVessel',
    input: { 'vessel-id': 'isle-of-mull' },
    data: { kind: 'car-ferry', name: 'Isle of Mull', carDecks: 2 },
  },
  {
    method: 'createBooking',
    input: { crossingId: 'crs_1', passengers: [{ name: 'Ada Byrne', seat: 'window' }], promoCode: undefined },
    received: { body: { crossingId: 'crs_1', passengers: [{ name: 'Ada Byrne', seat: 'window' }] } },
    data: booking,
  },
  {
    method: 'getBooking',
    input: { 'booking-id': 'bkg_1' },
    received: { path: { 'booking-id': 'bkg_1' } },
    data: booking,
  },
  {
    method: 'changeBooking',
    input: { 'booking-id': 'bkg_1', note: null },
    received: { path: { 'booking-id': 'bkg_1' }, body: { note: null } },
    data: booking,
  },
  { method: 'cancelBooking', input: { 'booking-id': 'bkg_1' }, data: undefined },
  {
    method: 'payBooking',
    input: { 'booking-id': 'bkg_1', kind: 'card', number: '4242424242424242', expires: '12/29' },
    received: { body: { kind: 'card', number: '4242424242424242', expires: '12/29' } },
    data: { id: 'pay_1', paid: true },
  },
  { method: 'downloadTicket', input: { 'booking-id': 'bkg_1' }, data: 'bytes' },
  {
    method: 'uploadDocument',
    input: { 'booking-id': 'bkg_1', name: 'pass port.jpg', body: new Blob(['photo']) },
    received: { path: { 'booking-id': 'bkg_1', name: 'pass port.jpg' }, body: Buffer.from('photo') },
    data: undefined,
  },
  { method: 'getAreas', data: expect.objectContaining({ name: 'West' }) },
]

const job: unknown = expect.objectContaining({ id: 7, status: 'queued' })

/** A call of every operation in the print shop document. */
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
    received: { path: { currency: 'EUR', product: 'flyer' } },
    data: 12,
  },
]
