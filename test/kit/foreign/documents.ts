import { join } from 'node:path'

/** An OpenAPI document of an npm package. */
export interface ForeignDocument {
  /** Names it in the table of results. */
  readonly name: string
  /** As its readers call the API. */
  readonly title: string
  /** The npm package that holds it. */
  readonly package: string
  /** The file in the package. */
  readonly file: string
}

const examples = '@readme/oas-examples'
const ours = 'create-contract-kit'

/** Real APIs by their authors, the largest first, then documents that show one construct each, and three of the kit's own. */
export const foreignDocuments: readonly ForeignDocument[] = [
  { name: 'github', title: 'GitHub', package: '@octokit/routes', file: 'api.github.com.json' },
  { name: 'star-trek', title: 'STAPI', package: examples, file: '3.0/json/star-trek.json' },
  { name: 'rclone', title: 'Rclone', package: 'rclone-openapi', file: 'openapi.json' },
  { name: 'shipengine', title: 'ShipEngine', package: 'shipengine-openapi', file: 'openapi.yaml' },
  {
    name: 'dialogporten',
    title: 'Dialogporten',
    package: '@digdir/dialogporten-schema',
    file: 'swagger.verified.json',
  },
  { name: 'figma', title: 'Figma', package: '@figma/rest-api-spec', file: 'openapi/openapi.yaml' },
  { name: 'readme', title: 'ReadMe', package: examples, file: '3.1/json/readme.json' },
  { name: 'decentraland', title: 'Decentraland', package: '@dcl/catalyst-api-specs', file: 'lib/api.yaml' },
  { name: 'petstore', title: 'Swagger Petstore', package: examples, file: '3.1/json/petstore.json' },
  { name: 'galaxy', title: 'Scalar Galaxy', package: '@scalar/galaxy', file: 'dist/3.1.yaml' },
  { name: 'statuses', title: 'Every status', package: examples, file: '3.0/json/http-status-codes.json' },
  { name: 'styles', title: 'Parameter styles', package: examples, file: '3.1/json/parameters-style.json' },
  {
    name: 'discriminators',
    title: 'Discriminators',
    package: examples,
    file: '3.0/json/discriminators.json',
  },
  { name: 'circular', title: 'Circular schemas', package: examples, file: '3.0/json/schema-circular.json' },
  {
    name: 'deep-references',
    title: 'References into paths',
    package: examples,
    file: '3.0/json/circular-paths.json',
  },
  { name: 'security', title: 'Security schemes', package: examples, file: '3.1/json/security.json' },
  { name: 'webhooks', title: 'Webhooks alone', package: examples, file: '3.1/json/webhooks.json' },
  {
    name: 'dialect',
    title: 'Another schema dialect',
    package: examples,
    file: '3.1/json/schema-validation-top-level.json',
  },
  {
    name: 'library',
    title: 'Library, in many files',
    package: ours,
    file: 'test/documents/library/library.yaml',
  },
  { name: 'parcels', title: 'Parcel desk', package: ours, file: 'test/documents/parcels.json' },
  { name: 'weather', title: 'Weather archive', package: ours, file: 'test/documents/weather.yaml' },
]

/** The root of the repository. */
export const root = join(import.meta.dirname, '../../..')

/** The absolute path of a document, as npm has installed it. */
export function toSource(document: ForeignDocument): string {
  return join(root, 'node_modules', document.package, document.file)
}
