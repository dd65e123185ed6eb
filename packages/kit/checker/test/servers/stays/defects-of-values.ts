import { fault, textChanged } from '../kernel/deviation.ts'
import { editJson, onlyWith } from '../kernel/spoils.ts'

/** Texts, money and times that do not come back as they should. */
export const defectsOfValues = [
  fault('names-lose-their-accents', 'D52', 'create_guest', textChanged),
  fault('emoji-are-dropped-from-notes', 'D52', 'update_guest', textChanged),
  fault('long-requests-are-cut', 'D52', 'create_booking', textChanged),
  // Ends a text at U+0000 and at what may begin a tag.
  fault('companies-end-at-odd-signs', 'D52', 'create_booking', textChanged),
  fault('names-are-escaped-for-html', 'D52', 'put_settings', textChanged),
  fault('discounts-are-not-rounded', 'D60', 'create_quote', ['response-schema-conformance']),
  fault('totals-are-numbers', 'D60', 'search_bookings', ['response-schema-conformance'], {
    spoil: editJson<{ readonly data: readonly { readonly total: { readonly amount: string } }[] }>(
      (value) => ({
        ...value,
        data: value.data.map((item) => ({
          ...item,
          total: { ...item.total, amount: Number(item.total.amount) },
        })),
      }),
    ),
  }),
  // Tells 12.5 for 12.50.
  fault('totals-lose-a-zero', 'D60', 'get_quote', ['response-schema-conformance', 'read-your-write'], {
    spoil: editJson<{ readonly total: { readonly amount: string } }>((value) => ({
      ...value,
      total: { ...value.total, amount: value.total.amount.replace(/0$/, '') },
    })),
  }),
  // Tells a total when it books that is not the sum of the lines, and another one afterwards.
  fault('new-totals-lack-the-tax', 'D60', 'create_booking', ['read-your-write'], {
    spoil: onlyWith(
      201,
      editJson<{ readonly lines: readonly { readonly amount: number }[]; readonly total: object }>(
        (value) => {
          const cents = value.lines.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0)
          return { ...value, total: { ...value.total, amount: (cents / 100).toFixed(2) } }
        },
      ),
    ),
  }),
  // Tells the total from before a change, and the new one when it is read.
  fault('prices-are-told-from-before', 'D60', 'update_booking', ['read-your-write']),
  // Adds nights to the day of the month, whether there is such a day or not.
  fault('check-out-knows-no-months', 'D61', 'create_quote', ['response-schema-conformance']),
  fault('arrivals-lose-their-offset', 'D61', 'create_booking', textChanged),
  fault('birthdays-move-by-a-day', 'D61', 'create_guest', textChanged),
  fault('accepts-days-that-are-not', 'D61', 'search_bookings', ['negative-data-rejection'], {
    edit: {
      at: '/paths/~1bookings~1search/post/requestBody/content/application~1json/schema/properties/present/properties/from/format',
    },
  }),
  fault('cancellations-have-no-zone', 'D61', 'cancel_booking', ['response-schema-conformance'], {
    spoil: editJson<{ readonly cancellation: { readonly at: string } | null }>((value) => ({
      ...value,
      cancellation: value.cancellation && {
        ...value.cancellation,
        at: value.cancellation.at.replace('Z', ''),
      },
    })),
  }),
]
