export {
  essenceOf,
  findMedia,
  findResponse,
  isSecured,
  isUnread,
  missingScopes,
  type ApiBody,
  type ApiDocument,
  type ApiHeader,
  type ApiLink,
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  type ApiResponse,
  type HttpMethod,
  type NamedExample,
  type ParameterLocation,
  type Placed,
  type SecurityRequirement,
  type SecurityScheme,
} from './document/api-document.ts'
export { DocumentError } from './document/document-part.ts'
export { loadDocument } from './document/load-document.ts'
export { CONVERTED, convertSwagger } from './document/read-document.ts'
export { parsePathTemplate } from './document/read-operation.ts'
