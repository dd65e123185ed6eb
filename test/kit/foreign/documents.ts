import { join } from 'node:path'

/** An OpenAPI document of an npm package. */
export interface ForeignDocument {
  /** The name in the table of results. */
  readonly name: string
  /** The usual name of the API. */
  readonly title: string
  /** The npm package that contains the document. */
  readonly package: string
  /** The path of the file in the package. */
  readonly file: string
}

const examples = '@readme/oas-examples'
const ours = '@contract-kit/create'
const shop = '@shopware/api-client'

type Row = readonly [name: string, title: string, packageName: string, file: string]

/** Real APIs, most of them by their authors; a few are excerpts. */
const realApis: readonly Row[] = [
  ['github', 'GitHub', '@octokit/routes', 'api.github.com.json'],
  ['shopware', 'Shopware Store', shop, 'api-types/storeApiSchema.json'],
  ['shopware-6.6', 'Shopware Store 6.6', shop, 'api-types/storeApiSchema.6.6.10.json'],
  ['netlify', 'Netlify', '@netlify/open-api', 'dist/swagger.json'],
  ['star-trek', 'STAPI', examples, '3.0/json/star-trek.json'],
  ['rclone', 'Rclone', 'rclone-openapi', 'openapi.json'],
  ['shipengine', 'ShipEngine', 'shipengine-openapi', 'openapi.yaml'],
  ['dialogporten', 'Dialogporten', '@digdir/dialogporten-schema', 'swagger.verified.json'],
  ['readme-legacy', 'ReadMe, of 2020', examples, '3.0/json/readme-legacy.json'],
  ['figma', 'Figma', '@figma/rest-api-spec', 'openapi/openapi.yaml'],
  ['readme', 'ReadMe', examples, '3.1/json/readme.json'],
  ['decentraland', 'Decentraland', '@dcl/catalyst-api-specs', 'lib/api.yaml'],
  ['uspto', 'USPTO data sets', examples, '3.0/json/uspto.json'],
  ['compute', 'OpenStack Compute versions', examples, '2.0/json/api-with-examples.json'],
]

/** Documents that demonstrate how to write one, or show one construct each. */
const showcases: readonly Row[] = [
  ['train-travel', 'Train Travel', examples, '3.1/json/train-travel.json'],
  ['petstore', 'Swagger Petstore', examples, '3.1/json/petstore.json'],
  ['petstore-2.0', 'Swagger Petstore 2.0', examples, '2.0/json/petstore.json'],
  ['petstore-expanded', 'Expanded Petstore 2.0', examples, '2.0/json/petstore-expanded.json'],
  ['galaxy', 'Scalar Galaxy', '@scalar/galaxy', 'dist/3.1.yaml'],
  ['links', 'Links', examples, '3.0/json/link-example.json'],
  ['callbacks', 'Callbacks', examples, '3.0/json/callbacks.json'],
  ['statuses', 'Every status', examples, '3.0/json/http-status-codes.json'],
  ['media-types', 'Several media types', examples, '3.0/json/response-multiple-mediatypes.json'],
  ['styles', 'Parameter styles', examples, '3.1/json/parameters-style.json'],
  ['cookies', 'Cookies', examples, '3.0/json/parameters-cookies.json'],
  ['uploads', 'File uploads', examples, '3.0/json/file-uploads.json'],
  ['forms', 'Forms', examples, '3.0/json/form-data.json'],
  ['common-parameters', 'Parameters of paths', examples, '3.0/json/parameters-common.json'],
  ['many-parameters', 'Many parameters', examples, '3.0/json/parameters-extreme.json'],
  ['variables', 'Variables of servers', examples, '3.0/json/server-variables.json'],
  ['polymorphism', 'Polymorphism', examples, '3.0/json/polymorphism.json'],
  ['discriminators', 'Discriminators', examples, '3.0/json/discriminators.json'],
  ['maps', 'Additional properties', examples, '3.0/json/schema-additional-properties.json'],
  ['nesting', 'Nested schemas', examples, '3.0/json/complex-nesting.json'],
  ['enums', 'Enums', examples, '3.0/json/schema-enums.json'],
  ['types', 'Schema types', examples, '3.1/json/schema-types.json'],
  ['circular', 'Circular schemas', examples, '3.0/json/schema-circular.json'],
  ['circular-2.0', 'Circular schemas 2.0', examples, '2.0/json/schema-circular.json'],
  ['deep-references', 'References into paths', examples, '3.0/json/circular-paths.json'],
  ['security', 'Security schemes', examples, '3.1/json/security.json'],
  ['webhooks', 'Webhooks alone', examples, '3.1/json/webhooks.json'],
  ['dialect', 'Another schema dialect', examples, '3.1/json/schema-validation-top-level.json'],
]

/** Documents of the kit, in styles other than that of the gift-card contract. */
const ownDocuments: readonly Row[] = [
  ['library', 'Library, in many files', ours, 'test/documents/library/library.yaml'],
  ['parcels', 'Parcel desk', ours, 'test/documents/parcels.json'],
  ['weather', 'Weather archive', ours, 'test/documents/weather.yaml'],
]

/** Every document of the table, in order. */
export const foreignDocuments: readonly ForeignDocument[] = [...realApis, ...showcases, ...ownDocuments].map(
  ([name, title, packageName, file]) => ({ name, title, package: packageName, file }),
)

/** The root of the repository. */
export const root = join(import.meta.dirname, '../../..')

/** Returns the absolute path of a document in the installed npm package. */
export function toSource(document: ForeignDocument): string {
  return join(root, 'node_modules', document.package, document.file)
}
