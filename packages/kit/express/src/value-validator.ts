import express, { type Request, type RequestHandler, type Response } from 'express'
import { error as validatorErrors, middleware as openApiValidator } from 'express-openapi-validator'
import { type JsonObject, parsePointer } from '@contract-kit/json-schema/json'
import type { Found } from './problems.ts'
import { SchemaWriter } from './write-schemas.ts'

/**
 * express-openapi-validator for JSON values: each schema is the body of a path of one document, and a value is judged as the body of a request
 * to it. To make one takes some 50 ms, whatever its document; for each schema, a judgement takes some 5 µs.
 */
export class ValueValidator {
  readonly writer = new SchemaWriter()
  readonly #schemas: (() => JsonObject)[] = []
  /** One that reports every problem, one that stops at the first: the work of the former grows with the number of faults. */
  readonly #mounts = new Map<boolean, Mount>()

  /** Adds a schema, whose references are names of the writer; it is written for the first judgement. Not after that. */
  add(schema: () => JsonObject): number {
    return this.#schemas.push(schema) - 1
  }

  /**
   * Judges a value by an added schema, and fills in defaults.
   * @returns undefined if the validator cannot take the schema.
   */
  async judge(index: number, value: unknown, allErrors: boolean): Promise<readonly Found[] | undefined> {
    const mount = this.#mounts.get(allErrors) ?? this.#mount(allErrors)
    const error = await mount.run(`/${index}`, value)
    if (error === undefined) return []
    if (!(error instanceof validatorErrors.BadRequest)) return undefined
    return error.errors.map(({ path, message, errorCode = '' }) => {
      const keyword = errorCode.replace(/\.openapi\.validation$/, '').replace(/^x-eov-/, '')
      return {
        path: parsePointer(path).slice(1, endsWithMember.has(keyword) ? -1 : undefined),
        message,
        keyword,
      }
    })
  }

  #mount(allErrors: boolean): Mount {
    const paths = this.#schemas.map(
      (schema, index) => [`/${index}`, { post: toOperation(schema()) }] as const,
    )
    const document = {
      openapi: '3.1.0',
      info: { title: 'Values', version: '1' },
      paths: Object.fromEntries(paths),
      components: { schemas: this.writer.named },
    }
    const mount = new Mount(document, allErrors)
    this.#mounts.set(allErrors, mount)
    return mount
  }
}

const toOperation = (schema: JsonObject) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { default: { description: '' } },
})

/** Keywords for which the validator tells the place of a member that is missing or too much, not that of its object. */
const endsWithMember = new Set([
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'dependentRequired',
])

/** The public middleware of the validator for a document. */
class Mount {
  readonly #handlers: readonly RequestHandler[]
  readonly #app = express().set('case sensitive routing', true).set('strict routing', true)

  constructor(document: object, allErrors: boolean) {
    this.#handlers = openApiValidator({
      // The validator changes the document that it is given.
      apiSpec: structuredClone(document) as never,
      validateApiSpec: false,
      validateRequests: { allErrors },
      validateResponses: false,
      validateSecurity: false,
      ajvFormats: { mode: 'full' },
      formats: otherFormats(document),
      useRequestUrl: true,
    })
  }

  /** Runs the middleware for a request with a JSON body. Returns the error that it reports. */
  async run(path: string, body: unknown): Promise<unknown> {
    const request = {
      app: this.#app,
      method: 'POST',
      url: path,
      originalUrl: path,
      path,
      baseUrl: '',
      query: {},
      params: {},
      headers: { 'content-type': 'application/json' },
      body,
    } as unknown as Request
    for (const handler of this.#handlers) {
      const error = await new Promise<unknown>((resolve) => void handler(request, {} as Response, resolve))
      if (error !== undefined) return error
    }
    return undefined
  }
}

/** Formats that the validator knows. */
const knownFormats = new Set(
  (
    'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid ' +
    'json-pointer json-pointer-uri-fragment relative-json-pointer byte int32 int64 float double password binary'
  ).split(' '),
)

/** Other formats are annotations (JSON Schema 2020-12, 7.2.1); the validator would warn of each on the console. */
function otherFormats(document: object): Record<string, true> {
  const formats: Record<string, true> = {}
  JSON.stringify(document, (name, value: unknown) => {
    if (name === 'format' && typeof value === 'string' && !knownFormats.has(value)) formats[value] = true
    return value
  })
  return formats
}
