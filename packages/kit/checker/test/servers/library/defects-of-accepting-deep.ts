import { defineDefects } from '../kernel/deviation.ts'
import { audioBook, author, book, seeded, streamed } from './samples.ts'

const fields = '/components/schemas/BookFields/properties'

/** Wrong bodies that are taken, the fault deep inside. */
export const defectsOfAcceptingDeep = defineDefects([
  {
    id: 'accepts-unknown-binding',
    class: 'D15',
    operationId: 'createBook',
    description: 'Takes any binding in the branch of printed editions.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/components/schemas/PrintEdition/properties/binding/enum' },
    probe: async (send) =>
      void (await send('POST', '/books', {
        json: { ...book, edition: { kind: 'print', binding: 'glued' } },
      })),
  },
  {
    id: 'accepts-any-bitrate',
    class: 'D15',
    operationId: 'createBook',
    description: 'Takes any bitrate, five levels down in two nested choices.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/components/schemas/StreamSource/properties/bitrate/enum' },
    probe: async (send) => void (await send('POST', '/books', { json: streamed({ bitrate: 100 }) })),
  },
  {
    id: 'accepts-any-region-code',
    class: 'D15',
    operationId: 'replaceBook',
    description: 'Takes region codes of any form, seven levels down.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/components/schemas/StreamSource/properties/regions/properties/codes/items/pattern' },
    probe: async (send) =>
      void (await send('PUT', `/books/${seeded.book}`, {
        json: streamed({ regions: { codes: ['EU WEST'] } }),
      })),
  },
  {
    id: 'accepts-no-tracks',
    class: 'D15',
    operationId: 'createBook',
    description: 'Takes a spoken edition with an empty list of tracks.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/components/schemas/AudioEdition/properties/tracks/minItems' },
    probe: async (send) =>
      void (await send('POST', '/books', { json: { ...audioBook, edition: { kind: 'audio', tracks: [] } } })),
  },
  {
    id: 'accepts-rating-above-five',
    class: 'D15',
    operationId: 'createBook',
    description: 'Takes any number as a value of the map of ratings.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${fields}/ratings/additionalProperties/maximum` },
    probe: async (send) =>
      void (await send('POST', '/books', { json: { ...book, ratings: { critics: 6 } } })),
  },
  {
    id: 'accepts-any-rating-source',
    class: 'D15',
    operationId: 'replaceBook',
    description: 'Takes any name of a source of ratings.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${fields}/ratings/propertyNames` },
    probe: async (send) =>
      void (await send('PUT', `/books/${seeded.book}`, { json: { ...book, ratings: { 'A-1': 3 } } })),
  },
  {
    id: 'accepts-fourth-dimension',
    class: 'D15',
    operationId: 'createBook',
    description: 'Takes more items than the tuple has places.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${fields}/dimensions/items` },
    probe: async (send) =>
      void (await send('POST', '/books', { json: { ...book, dimensions: [1, 2, 'cm', 4] } })),
  },
  {
    id: 'accepts-publisher-without-email',
    class: 'D15',
    operationId: 'createBook',
    description: 'Takes the contact of a publisher without the address that it must have.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${fields}/publisher/properties/contact/required`, to: [] },
    probe: async (send) =>
      void (await send('POST', '/books', { json: { ...book, publisher: { name: 'P', contact: {} } } })),
  },
  {
    id: 'accepts-award-without-title',
    class: 'D15',
    operationId: 'replaceAuthor',
    description: 'Takes an award without its title.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/components/schemas/Author/properties/awards/items/required', to: [] },
    probe: async (send) =>
      void (await send('PUT', `/authors/${seeded.author}`, {
        json: { ...author, awards: [{ year: 1990 }] },
      })),
  },
])
