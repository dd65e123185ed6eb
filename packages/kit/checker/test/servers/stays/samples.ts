/** Things that are there from the start. */
export const seeded = {
  guest: 'gst_01H8000001',
  /** Has a booking that was canceled, and can be archived. */
  freeGuest: 'gst_01H8000002',
  quote: 'qte_01H8000001',
  booking: 'bkg_01H8000001',
  otherHotelsBooking: 'bkg_01H8000003',
} as const

/** A smallest guest. */
export const guest = { email: 'gil@guests.example', name: 'Gil' } as const

/** A smallest quote. */
export const quote = { room_type: 'double', check_in: '2026-06-29', nights: 3 } as const

/** A smallest booking. */
export const booking = { ...quote, guest_id: seeded.guest, payment: { method: 'cash' } } as const

/** The headers of another caller. */
export const asCaller = (token: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { authorization: `Bearer ${token}` },
})
