import { createResponseAjv } from 'express-openapi-validator/dist/framework/ajv/index.js'
import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js'
import { defaultSerDes } from 'express-openapi-validator/dist/framework/base.serdes.js'
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js'
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { augmentAjvErrors } from 'express-openapi-validator/dist/middlewares/util.js'
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js'
import { isJsonObject } from './json-object.ts'
import { lookUp } from './resolve-reference.ts'

/** What data breaks of a schema, as the compiler of schemas says it. */
type SchemaErrors = NonNullable<Parameters<typeof augmentAjvErrors>[0]>

/** A compiled schema: true where the data keeps it, else what it breaks is in `errors`. */
export interface SchemaCheck {
  (data: unknown): boolean
  errors?: SchemaErrors | null
}

/** Schemas of a document, each compiled when it is first asked for, and once. */
export interface CompiledSchemas {
  getSchema(key: string): SchemaCheck | undefined
  errorsText(errors: SchemaErrors, options: { readonly dataVar: string }): string
}

/** The parts of express-openapi-validator that one document is judged with. */
export interface Upstream {
  readonly requests: RequestValidator
  /** The operations as preprocessed, by path and method. */
  readonly paths: OpenAPIV3.PathsObject
  /** What `requests` compiled of parameters and of bodies, by its own keys. */
  readonly parameters: CompiledSchemas
  readonly bodies: CompiledSchemas
  readonly answers: CompiledSchemas
}

const responseOptions = { allErrors: true, coerceTypes: false } as const

const options = new AjvOptions({
  apiSpec: '',
  validateApiSpec: false,
  validateRequests: {
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    allowUnknownQueryParameters: true,
  },
  validateResponses: responseOptions,
  validateSecurity: false,
  validateFormats: true,
  ajvFormats: { mode: 'full' },
  fileUploader: false,
  $refParser: { mode: 'bundle' },
  ignoreUndocumented: false,
  operationHandlers: false,
  formats: {},
  serDes: defaultSerDes,
} as unknown as ConstructorParameters<typeof AjvOptions>[0])

/**
 * Opens a document whose references all lead to component schemas; it is preprocessed in place. The package's own entry
 * would compile OpenAPI's meta-schema first, which takes longer than a document does, and which its lint has judged it by.
 */
export function openUpstream(document: object): Upstream {
  const preprocessor = new SchemaPreprocessor(
    document as OpenAPIV3.DocumentV3_1,
    options.preprocessor,
    responseOptions,
  )
  findReferred(preprocessor, document)
  const { apiDoc, apiDocRes } = preprocessor.preProcess()
  for (const one of [apiDoc, apiDocRes]) toAbsoluteReferences(one)
  const requests = new RequestValidator(apiDoc, options.request)
  const { ajv, ajvBody } = requests as unknown as Record<'ajv' | 'ajvBody', RegisteredSchemas>
  const answers: RegisteredSchemas = createResponseAjv(apiDocRes, options.response)
  for (const schemas of [ajv, ajvBody]) register(schemas, apiDoc)
  register(answers, apiDocRes)
  const { paths = {} } = apiDoc
  // Each operation is handed over with its request, and every component is registered: left here, all of them would be
  // walked through and compiled again for each operation.
  apiDoc.paths = {}
  delete apiDoc.components
  return { requests, paths, parameters: ajv, bodies: ajvBody, answers }
}

interface RegisteredSchemas extends CompiledSchemas {
  addSchema(schema: object, key: string): unknown
}

const COMPONENT = '#/components/schemas/'

/** The key of a component schema among the compiled ones. */
export const componentKey = (name: string): string => `component:${name}`

/** By itself the preprocessor compiles each schema that is referred to, only to read it: a third of the time of a start. */
function findReferred(preprocessor: SchemaPreprocessor, document: object): void {
  const ajv = { getSchema: (reference: string) => ({ schema: lookUp({ ...document }, reference) }) }
  Object.assign(preprocessor, { ajv })
}

/** What an answer breaks, as one sentence. */
export function describeAnswer(answers: CompiledSchemas, errors: SchemaCheck['errors']): string {
  // It leaves out what follows from another error.
  return answers.errorsText(augmentAjvErrors(errors ?? []), { dataVar: '/response' })
}

/** A reference within the document would be followed anew in every schema that has it; by its key it is compiled once. */
function toAbsoluteReferences(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(toAbsoluteReferences)
  if (!isJsonObject(node)) return
  const { $ref: reference } = node
  if (typeof reference === 'string' && reference.startsWith(COMPONENT)) {
    Object.assign(node, { $ref: componentKey(reference.slice(COMPONENT.length)) })
  }
  Object.values(node).forEach(toAbsoluteReferences)
}

function register(
  schemas: RegisteredSchemas,
  { components }: Pick<OpenAPIV3.DocumentV3, 'components'>,
): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    schemas.addSchema(schema, componentKey(name))
  }
}
