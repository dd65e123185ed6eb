import { fault, invalidAccepted, wrongDefault } from '../kernel/deviation.ts'
import { asks, depotPath, parcelPath, parcelsPath, seeds } from './samples.ts'

const parcels = parcelsPath(seeds.shelf)
const moves = `${parcelPath(seeds.bill)}/moves`
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Pages, orders, filters and totals are wrong, or parameters are not read as they are written. */
export const defectsOfLists = [
  fault('page-begins-with-the-last', 'D64', 'listDepots', ['pagination-loses-or-repeats']),
  // Turns the order round between the first page and the second.
  fault('shelves-turn-from-page-to-page', 'D64', 'listShelves', ['pagination-loses-or-repeats']),
  fault('size-of-parcel-pages-ignored', 'D64', 'listParcels', ['pagination-loses-or-repeats']),
  fault('any-size-of-shelf-pages', 'D64', 'listShelves', invalidAccepted),
  fault('weights-sorted-as-text', 'D64', 'listParcels', ['filter-not-applied']),
  fault('capacity-sorted-as-text', 'D64', 'listDepots', ['filter-not-applied']),
  fault('depots-never-downwards', 'D64', 'listDepots', ['filter-not-applied']),
  fault('least-capacity-is-left-out', 'D64', 'listDepots', ['filter-not-applied']),
  // Lists what is not wanted.
  fault('fragile-is-turned-round', 'D64', 'listParcels', ['filter-not-applied']),
  // Lists the shelves of all zones but those which are wanted.
  fault('zones-are-left-out', 'D64', 'listShelves', ['filter-not-applied']),
  fault('arrival-is-not-looked-at', 'D64', 'listParcels', ['filter-not-applied']),
  fault('total-is-of-the-page', 'D64', 'listParcels', [
    'total-mismatch',
    'pagination-loses-or-repeats',
    'header-mismatch',
  ]),
  // Leads to the next page without size, order and filter.
  fault('next-page-forgets-the-rest', 'D64', 'listParcels', ['pagination-loses-or-repeats']),
  fault('twenty-depots-on-a-page', 'D65', 'listDepots', wrongDefault),
  // Reads the last property of an object in the query alone.
  fault('kind-beside-others-is-ignored', 'D68', 'listDepots', ['filter-not-applied']),
  // Takes commas in a list that spaces part.
  fault('countries-parted-by-comma', 'D68', 'listDepots', ['negative-data-rejection'], {
    probe: asks(['GET', '/depots?countries=NO,DE']),
  }),
  fault('first-country-alone-counts', 'D68', 'listDepots', ['filter-not-applied']),
  // Asks for all of the items that bars part, where any of them will do.
  fault('all-tags-are-needed', 'D68', 'listParcels', ['filter-not-applied']),
  // Takes an empty value for none.
  fault('no-tags-are-any-tags', 'D68', 'listParcels', ['negative-data-rejection'], {
    probe: asks(['GET', `${parcels}?tags=`]),
  }),
  // Loses the order in which values are repeated.
  fault(
    'columns-in-fixed-order',
    'D68',
    'exportInventory',
    ['filter-not-applied', 'response-schema-conformance'],
    { probe: asks(['GET', `${depotPath(seeds.bergen)}/inventory?column=label&column=id`]) },
  ),
  // Reads the first item of a list in a header.
  fault('first-shelf-alone-is-counted', 'D68', 'startStocktake', ['filter-not-applied', 'job-never-ends'], {
    probe: asks(
      [
        'POST',
        `${depotPath(seeds.bergen)}/stocktakes`,
        { headers: { 'x-shelves': `${seeds.coldShelf},${seeds.otherColdShelf}` } },
      ],
      ['GET', `${depotPath(seeds.bergen)}/stocktakes/${seeds.next}`],
      ['GET', `${depotPath(seeds.bergen)}/stocktakes/${seeds.next}`],
    ),
  }),
  // Reads the last of the repeated fields of a form.
  fault('last-sticker-alone-is-put-on', 'D68', 'moveParcel', ['read-your-write'], {
    probe: asks([
      'POST',
      moves,
      { body: `targetShelfId=${seeds.coldShelf}&stickers=up&stickers=dry`, headers: form },
    ]),
  }),
  fault('remarks-on-moves-are-lost', 'D67', 'moveParcel', ['read-your-write'], {
    probe: asks(['POST', moves, { body: `targetShelfId=${seeds.coldShelf}&remark=Mind`, headers: form }]),
  }),
  fault('odd-kind-breaks-the-list', 'D70', 'listParcels', ['not-a-server-error', 'status-code-conformance']),
  // Counts in a header what the filter leaves out.
  fault('shelves-count-without-zones', 'D72', 'listShelves', [
    'total-mismatch',
    'header-mismatch',
    'pagination-loses-or-repeats',
  ]),
  // Leaves a required header out of the last page alone.
  fault(
    'listed-parcels-lack-a-total',
    'D72',
    'listParcels',
    ['missing-required-header', 'response-headers-conformance'],
    {
      spoil: (reply) => {
        const { 'x-total-count': _, ...headers } = reply.headers
        const isLast = typeof reply.body === 'string' && reply.body.includes('"next":null')
        return isLast ? { ...reply, headers } : reply
      },
    },
  ),
]
