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
  fault('accepts-no-tracks', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/AudioEdition/properties/tracks/minItems' },
  }),
  fault('accepts-rating-above-five', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/ratings/additionalProperties/maximum` },
  }),
  fault('accepts-any-rating-source', 'D15', 'replaceBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/ratings/propertyNames` },
  }),
  // Takes more items than the tuple has places.
  fault('accepts-fourth-dimension', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/dimensions/items` },
  }),
  fault('accepts-publisher-without-email', 'D15', 'createBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/publisher/properties/contact/required`, to: [] },
  }),
  fault('accepts-award-without-title', 'D15', 'replaceAuthor', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/Author/properties/awards/items/required', to: [] },
  }),
]
