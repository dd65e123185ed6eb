import { fault, invalidAccepted, patchNotMerged, textChanged, wrongDefault } from '../kernel/deviation.ts'
import { asks, depot, depotPath, parcelsPath, seeds } from './samples.ts'

const parcels = parcelsPath(seeds.shelf)

/** Faults in the content that is accepted, stored and returned. */
export const defectsOfContent = [
  fault('accepts-letter-of-any-pages', 'D50', 'createParcel', invalidAccepted),
  // Does without the name of a recipient for letters alone.
  fault('letter-to-nobody', 'D50', 'createParcel', invalidAccepted),
  fault('accepts-pallet-without-loads', 'D50', 'createParcel', invalidAccepted),
  // Takes and tells unknown properties in the items of a list of one kind.
  fault('accepts-odd-load', 'D50', 'createParcel', invalidAccepted),
  // Takes the bound that is excluded.
  fault('accepts-no-volume', 'D50', 'createParcel', invalidAccepted),
  // Takes any text for an enumeration inside a nullable object.
  fault('accepts-any-packing-group', 'D50', 'createParcel', invalidAccepted),
  // Has no upper bound in one of two forms of a temperature.
  fault('accepts-boiling-range', 'D50', 'createParcel', invalidAccepted),
  // Does not check for one kind the bounds that all parcels have.
  fault('liquid-forgets-the-base', 'D50', 'createParcel', invalidAccepted),
  // Takes any text where two words or an object are allowed.
  fault('accepts-any-opening-word', 'D50', 'createDepot', invalidAccepted),
  // Takes two digits for any hour at the end of a span, not at its beginning.
  fault('accepts-closing-at-99', 'D50', 'createDepot', invalidAccepted),
  fault('replacing-accepts-feature-twice', 'D50', 'replaceDepot', invalidAccepted),
  // Has no upper bound in an object that may be left out.
  fault('accepts-any-aisle', 'D50', 'createShelf', invalidAccepted),
  // Takes more items by a change than at first.
  fault('change-accepts-fifth-tag', 'D50', 'updateParcel', invalidAccepted),
  fault('accepts-no-label', 'D51', 'updateParcel', invalidAccepted),
  // Takes null for a property that was not sent.
  fault('value-cannot-be-cleared', 'D51', 'updateParcel', patchNotMerged),
  fault('null-becomes-a-word', 'D51', 'createParcel', ['response-schema-conformance', 'read-your-write']),
  fault('no-features-are-null', 'D51', 'getDepot', ['response-schema-conformance']),
  fault('depot-name-is-trimmed', 'D52', 'createDepot', textChanged, {
    probe: asks(['POST', '/depots', { json: { ...depot, name: ' Bodø ' } }]),
  }),
  fault('emoji-become-question-marks', 'D52', 'createParcel', textChanged),
  fault('label-ends-at-null', 'D52', 'createParcel', textChanged),
  // Drops the marks for writing from right to left.
  fault('direction-marks-are-lost', 'D52', 'createParcel', textChanged),
  fault('changed-label-is-cut', 'D52', 'updateParcel', [
    'text-round-trip',
    'read-your-write',
    'patch-merges',
  ]),
  fault('notes-lose-their-accents', 'D52', 'getNote', textChanged),
  fault('charges-are-floats', 'D60', 'getParcel', ['response-schema-conformance']),
  // Tells a total in the list that is not the sum of its parts, nor the one that the parcel tells.
  fault('listed-total-lacks-insurance', 'D60', 'listParcels', ['read-your-write', 'resource-identity'], {
    probe: asks(['GET', parcels]),
  }),
  fault('cents-are-lost', 'D60', 'createParcel', ['read-your-write']),
  fault('everything-costs-euros', 'D60', 'createParcel', ['read-your-write']),
  fault('arrival-loses-its-offset', 'D61', 'createParcel', textChanged),
  fault('arrival-loses-milliseconds', 'D61', 'createParcel', textChanged),
  fault('pick-up-a-day-early', 'D61', 'createParcel', textChanged),
  fault('accepts-thirtieth-of-february', 'D61', 'createDepot', invalidAccepted),
  fault('opening-day-has-a-time', 'D61', 'getDepot', ['response-schema-conformance', 'read-your-write']),
  fault('new-parcels-are-fragile', 'D65', 'createParcel', wrongDefault),
  // Tells a default when it creates, and leaves it out when it is read.
  fault('fragile-is-not-told-again', 'D65', 'getParcel', ['default-differs', 'read-your-write']),
  fault('three-levels-unless-told', 'D65', 'createShelf', wrongDefault),
  // Has another default when it replaces than when it creates.
  fault('replaced-depots-are-closed', 'D65', 'replaceDepot', wrongDefault),
  // Takes true where the documented default is false, in a body that may be left out.
  fault('counted-blindly-unless-told', 'D65', 'startStocktake', wrongDefault, {
    probe: asks(['POST', `${depotPath(seeds.bergen)}/stocktakes`]),
  }),
  fault('accepts-weight-as-text', 'D69', 'createParcel', ['string-coerced', 'negative-data-rejection']),
  fault('accepts-fragile-as-text', 'D69', 'createParcel', ['string-coerced', 'negative-data-rejection']),
  fault('accepts-capacity-as-text', 'D69', 'replaceDepot', [
    'string-coerced',
    'negative-data-rejection',
    'response-schema-conformance',
  ]),
  fault('accepts-half-a-level', 'D69', 'createShelf', invalidAccepted),
  fault('capacity-is-told-as-text', 'D69', 'listDepots', ['response-schema-conformance']),
  // Counts the units of UTF-16 for the greatest length.
  fault('label-measured-in-units', 'D69', 'createParcel', ['length-in-utf16', 'positive-data-acceptance']),
  fault('name-measured-in-bytes', 'D69', 'createDepot', ['length-in-utf16', 'positive-data-acceptance']),
]
