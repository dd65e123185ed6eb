import { expectTypeOf } from 'vitest'
import type { ApiExamples } from '../../src/testing.ts'
import type { ExampleStatuses, ResponseBodies } from './generated/ferries-examples.ts'
import type {
  Booking,
  BookingInput,
  Crossing,
  ErrorCodes,
  FerryMethods,
  operations,
} from './generated/ferries.ts'

// Checked only by the compiler: the line after each `@ts-expect-error` must not compile.

export async function readFerries(client: FerryMethods, file: Blob): Promise<void> {
  const filter = { from: 'MAL', to: 'OBA' }

  // Parameters of all locations are in one object, under their names in the document.
  const page = await client.listCrossings({ filter, limit: 5, 'Accept-Language': 'gd', preview: true })
  expectTypeOf(page.items).toEqualTypeOf<Crossing[]>()
  expectTypeOf(page.total).toEqualTypeOf<number>()
  // @ts-expect-error: the document requires a filter.
  await client.listCrossings({ limit: 5 })
  // @ts-expect-error: the name of a parameter is misspelled.
  await client.listCrossings({ filter, limits: 5 })

  // The type offers the known values and allows others.
  expectTypeOf<'boarding'>().toExtend<Crossing['status']>()
  expectTypeOf<string>().toExtend<Crossing['status']>()
  expectTypeOf<Crossing['position']>().toEqualTypeOf<[number, number]>()

  // Each member of a union can be read without checking the variant.
  const { price, nextCrossingId } = await client.getQuote({ 'crossing-id': 'crs_1', passengers: 2 })
  expectTypeOf(price).toEqualTypeOf<number | undefined>()
  expectTypeOf(nextCrossingId).toEqualTypeOf<string | undefined>()

  // A discriminator narrows the union.
  const vessel = await client.getVessel({ 'vessel-id': 'orca' })
  if (vessel.kind === 'car-ferry') expectTypeOf(vessel.carDecks).toEqualTypeOf<number>()
  else expectTypeOf(vessel.topSpeedKnots).toEqualTypeOf<number>()

  // readOnly members are only received, and writeOnly members are only sent.
  const booking = await client.createBooking({
    crossingId: 'crs_1',
    passengers: [{ name: 'Ada Byrne', seat: 'window' }],
    promoCode: undefined,
  })
  expectTypeOf(booking.status).toEqualTypeOf<'held' | 'paid' | 'canceled'>()
  expectTypeOf<keyof BookingInput>().toEqualTypeOf<'crossingId' | 'passengers' | 'vehicle' | 'promoCode'>()
  expectTypeOf<keyof Booking>().toEqualTypeOf<'id' | 'status' | 'crossingId' | 'passengers' | 'vehicle'>()
  // @ts-expect-error: the server assigns the ID.
  await client.createBooking({ id: 'bkg_1', crossingId: 'crs_1', passengers: [] })
  // @ts-expect-error: a seat is at the window or at the aisle.
  await client.createBooking({ crossingId: 'crs_1', passengers: [{ name: 'Ada Byrne', seat: 'roof' }] })

  // A patch removes members that are null and keeps omitted members.
  await client.changeBooking({ 'booking-id': 'bkg_1', note: null })

  await client.payBooking({ 'booking-id': 'bkg_1', kind: 'card', number: '4242', expires: '12/29' })
  // @ts-expect-error: a bank account has no expiry.
  await client.payBooking({ 'booking-id': 'bkg_1', kind: 'bank-account', iban: 'GB1', expires: '12/29' })
  // @ts-expect-error: a card has a number.
  await client.payBooking({ 'booking-id': 'bkg_1', kind: 'card', expires: '12/29' })

  await client.uploadDocument({ 'booking-id': 'bkg_1', name: 'passport.jpg', body: file })
  // @ts-expect-error: a document is bytes.
  await client.uploadDocument({ 'booking-id': 'bkg_1', name: 'passport.jpg', body: { file } })

  expectTypeOf(await client.downloadTicket({ 'booking-id': 'bkg_1' })).toEqualTypeOf<Blob>()
  expectTypeOf(await client.cancelBooking({ 'booking-id': 'bkg_1' })).toEqualTypeOf<void>()
  expectTypeOf((await client.getAreas()).areas[0]?.ports['MAL']).toEqualTypeOf<string | undefined>()

  const { status, headers } = await client
    .createBooking({ crossingId: 'crs_1', passengers: [] })
    .withResponse()
  expectTypeOf(status).toEqualTypeOf<201>()
  expectTypeOf(headers.get('location')).toEqualTypeOf<string | null>()
}

type Problems = 'https://ferries.example.com/problems/full' | 'https://ferries.example.com/problems/departed'
expectTypeOf<ErrorCodes['createBooking'][409]>().toEqualTypeOf<Problems>()
expectTypeOf<keyof ErrorCodes['getAreas']>().toEqualTypeOf<never>()
expectTypeOf<(typeof operations)['changeBooking']['idempotency']>().toEqualTypeOf<'always'>()

type Offer = ApiExamples<ExampleStatuses, ResponseBodies>['getQuote']['examples']['offer']
expectTypeOf<Offer['status']>().toEqualTypeOf<200>()
expectTypeOf<{ price: number; currency: 'EUR' }>().toExtend<Offer['body']>()
expectTypeOf<{ price: number; currency: 'USD' }>().not.toExtend<Offer['body']>()
