export {
  essenceOf,
  findMedia,
  findResponse,
  isSecured,
  isUnread,
  missingScopes,
  type ApiBody,
  type ApiCallback,
  type ApiDocument,
  type ApiHeader,
  type ApiLink,
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  type ApiResponse,
  type ApiServer,
  type HttpMethod,
  type NamedExample,
  type ParameterLocation,
  type Placed,
  type SecurityRequirement,
  type SecurityScheme,
} from './document/api-document.ts'
export { DocumentError } from './document/document-part.ts'
export { CONVERTED, convertSwagger } from './document/convert-swagger.ts'
export { operationsOf } from './document/list-operations.ts'
export { findOutsideReference, loadDocument } from './document/load-document.ts'
export { findNamedReferences, type NamedReferences } from './document/named-references.ts'
export { openDocument } from './document/open-document.ts'
export { parsePathTemplate, rankOfPath, shapeOfPath } from './document/path-template.ts'
export { createResolver, type Resolver } from './document/resolver.ts'
export { findWideInteger } from './document/wide-integer.ts'
export {
  exampleBaseUrl,
  exampleBody,
  type ExampleBody,
  exampleParameter,
  firstSuccess,
  pickMedia,
  writeExampleBody,
  type WrittenBody,
} from './examples/example-request.ts'
export { exampleValue } from './examples/example-value.ts'
