import { fault } from '../kernel/deviation.ts'

const fields = '/components/schemas/BookFields/properties'

/** Wrong bodies that are taken, the fault deep inside. */
export const defectsOfAcceptingDeep = [
  // Takes any binding in the branch of printed editions.
  fault('accepts-unknown-binding', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/PrintEdition/properties/binding/enum' },
  }),
  // Takes any bitrate, five levels down in two nested choices.
  fault('accepts-any-bitrate', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/StreamSource/properties/bitrate/enum' },
  }),
  // Takes region codes of any form, seven levels down.
  fault('accepts-any-region-code', 'D15', 'replaceBook', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/StreamSource/properties/regions/properties/codes/items/pattern' },
  }),
  // Takes a spoken edition with an empty list of tracks.
  fault('accepts-no-tracks', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/AudioEdition/properties/tracks/minItems' },
  }),
  // Takes any number as a value of the map of ratings.
  fault('accepts-rating-above-five', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/ratings/additionalProperties/maximum` },
  }),
  // Takes any name of a source of ratings.
  fault('accepts-any-rating-source', 'D15', 'replaceBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/ratings/propertyNames` },
  }),
  // Takes more items than the tuple has places.
  fault('accepts-fourth-dimension', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/dimensions/items` },
  }),
  // Takes the contact of a publisher without the address that it must have.
  fault('accepts-publisher-without-email', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/publisher/properties/contact/required`, to: [] },
  }),
  // Takes an award without its title.
  fault('accepts-award-without-title', 'D15', 'replaceAuthor', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/Author/properties/awards/items/required', to: [] },
  }),
]
