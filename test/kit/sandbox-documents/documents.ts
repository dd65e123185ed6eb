import { join } from 'node:path'

/** An OpenAPI document that the sandbox serves. */
export interface ServedDocument {
  /** The name in the table of results. */
  readonly name: string
  /** The usual name of the API. */
  readonly title: string
  /** The npm package that contains the document; undefined for a document of this repository. */
  readonly package?: string
  /** The path of the file in the package, or in the repository. */
  readonly file: string
}

const examples = '@readme/oas-examples'
const servers = 'packages/kit/checker/test/servers'

/** Real APIs by their authors, documents that show one construct each, and documents of this repository. */
export const servedDocuments: readonly ServedDocument[] = [
  { name: 'petstore', title: 'Swagger Petstore', package: examples, file: '3.1/json/petstore.json' },
  {
    name: 'petstore-expanded',
    title: 'Petstore, expanded',
    package: examples,
    file: '3.0/json/petstore-expanded.json',
  },
  { name: 'galaxy', title: 'Scalar Galaxy', package: '@scalar/galaxy', file: 'dist/3.1.yaml' },
  { name: 'train-travel', title: 'Train Travel', package: examples, file: '3.1/json/train-travel.json' },
  { name: 'uspto', title: 'USPTO data sets', package: examples, file: '3.0/json/uspto.json' },
  { name: 'figma', title: 'Figma', package: '@figma/rest-api-spec', file: 'openapi/openapi.yaml' },
  { name: 'rclone', title: 'Rclone', package: 'rclone-openapi', file: 'openapi.json' },
  { name: 'extensions', title: 'Extensions', package: examples, file: '3.1/json/readme-extensions.json' },
  {
    name: 'response-schemas',
    title: 'Schemas of responses',
    package: examples,
    file: '3.0/json/response-schemas.json',
  },
  {
    name: 'media-types',
    title: 'Several media types',
    package: examples,
    file: '3.0/json/response-multiple-mediatypes.json',
  },
  { name: 'cookies', title: 'Cookies', package: examples, file: '3.0/json/parameters-cookies.json' },
  { name: 'library', title: 'Library', file: `${servers}/library/document.yaml` },
  { name: 'tickets', title: 'Tickets', file: `${servers}/tickets/document.yaml` },
  { name: 'notes', title: 'Notes', file: `${servers}/notes/document.yaml` },
  { name: 'courses', title: 'Courses', file: 'test/kit/sandbox-documents/courses.yaml' },
  { name: 'depots', title: 'Depots', file: 'test/kit/sandbox-documents/depots.yaml' },
  { name: 'renders', title: 'Renders', file: 'test/kit/sandbox-documents/renders.yaml' },
  { name: 'stays', title: 'Stays', file: 'test/kit/sandbox-documents/stays.yaml' },
  { name: 'huts', title: 'Mountain huts', file: 'packages/kit/create/templates/huts/openapi/openapi.yaml' },
  { name: 'parcels', title: 'Parcel desk', file: 'packages/kit/create/test/documents/parcels.json' },
  {
    name: 'town-library',
    title: 'Town library, in many files',
    file: 'packages/kit/create/test/documents/library/library.yaml',
  },
  { name: 'weather', title: 'Weather archive', file: 'packages/kit/create/test/documents/weather.yaml' },
  {
    name: 'book-shelf',
    title: 'Library of the router',
    file: 'test/kit/sandbox-documents/library.yaml',
  },
  {
    name: 'media-archive',
    title: 'Media archive',
    file: 'packages/kit/express/test/documents/media-archive/openapi.yaml',
  },
  {
    name: 'support-desk',
    title: 'Support desk',
    file: 'test/kit/sandbox-documents/support-desk.yaml',
  },
  {
    name: 'tasks',
    title: 'Server on Express',
    file: 'packages/kit/checker/test/public-servers/express/openapi.yaml',
  },
  { name: 'ferries', title: 'Ferries', file: 'packages/kit/client/test/generate/ferries.yaml' },
  { name: 'gift-cards', title: 'Gift cards', file: 'openapi/openapi.yaml' },
]

/**
 * Large or unusual documents that the sandbox must be able to serve. Most describe no response to an invalid request, so
 * checking them shows little.
 */
export const startedDocuments: readonly ServedDocument[] = [
  { name: 'readme', title: 'ReadMe', package: examples, file: '3.1/json/readme.json' },
  {
    name: 'dialogporten',
    title: 'Dialogporten',
    package: '@digdir/dialogporten-schema',
    file: 'swagger.verified.json',
  },
  { name: 'shipengine', title: 'ShipEngine', package: 'shipengine-openapi', file: 'openapi.yaml' },
  { name: 'decentraland', title: 'Decentraland', package: '@dcl/catalyst-api-specs', file: 'lib/api.yaml' },
  { name: 'styles', title: 'Parameter styles', package: examples, file: '3.1/json/parameters-style.json' },
  { name: 'polymorphism', title: 'Polymorphism', package: examples, file: '3.0/json/polymorphism.json' },
  {
    name: 'discriminators',
    title: 'Discriminators',
    package: examples,
    file: '3.0/json/discriminators.json',
  },
  { name: 'circular', title: 'Circular schemas', package: examples, file: '3.0/json/schema-circular.json' },
  { name: 'types', title: 'Schema types', package: examples, file: '3.1/json/schema-types.json' },
  { name: 'harbor', title: 'Harbor', file: 'packages/kit/docs/test/documents/harbor.yaml' },
  { name: 'print-shop', title: 'Print shop', file: 'packages/kit/client/test/generate/print-shop.json' },
]

/** The root of the repository. */
export const root = join(import.meta.dirname, '../../..')

/** Returns the absolute path of a document. */
export const toSource = (document: ServedDocument): string =>
  document.package === undefined
    ? join(root, document.file)
    : join(root, 'node_modules', document.package, document.file)

/** Returns a document by its name. Throws if there is none. */
export function documentNamed(name: string): ServedDocument {
  const document = servedDocuments.find((one) => one.name === name)
  if (document === undefined) throw new Error(`There is no document named ${name}`)
  return document
}
