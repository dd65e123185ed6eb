import { expect } from 'vitest'
import type { Call } from './call.ts'

const booking: unknown = expect.objectContaining({ id: 'bkg_1', status: 'held' })

/** A call of every operation of the ferries. */
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
