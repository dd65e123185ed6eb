/** Reads a self-contained document without file access, for browsers. */
export {
  essenceOf,
  findMedia,
  findResponse,
  type ApiBody,
  type ApiCallback,
  type ApiDocument,
  type ApiHeader,
  type ApiLink,
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  type ApiResponse,
  type NamedExample,
  type ParameterLocation,
  type Placed,
  type SecurityRequirement,
} from './document/api-document.ts'
export { openDocument } from './document/open-document.ts'
export { parsePathTemplate } from './document/path-template.ts'
export { createResolver } from './document/resolver.ts'
