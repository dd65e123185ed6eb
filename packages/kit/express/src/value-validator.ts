import express, { type Request, type RequestHandler, type Response } from 'express'
import { error as validatorErrors, middleware as openApiValidator } from 'express-openapi-validator'
import { type JsonObject, parsePointer } from '@contract-kit/json-schema/json'
import type { Found } from './problems.ts'
import { SchemaWriter } from './write-schemas.ts'

/**
 * express-openapi-validator for JSON values: each schema belongs to a media type of one operation, and a value is validated as the body of
 * a request with that type. Creating one takes some 50 ms, regardless of the document.
 */
export class ValueValidator {
  readonly writer: SchemaWriter
  readonly #schemas: (() => JsonObject)[] = []
  /** One validator reports every problem, the other stops at the first: the work of the former grows with the number of faults. */
  readonly #mounts = new Map<boolean, Mount>()

  constructor(onNote: (note: string) => void) {
    this.writer = new SchemaWriter(onNote)
  }

  /** Adds a schema whose references are names of the writer. Must be called before the first validation. */
  add(schema: () => JsonObject): number {
    return this.#schemas.push(schema) - 1
  }

  /**
   * Validates a value against an added schema, and fills in defaults.
   * @returns undefined if the validator does not support the schema.
   */
  async judge(index: number, value: unknown, allErrors: boolean): Promise<readonly Found[] | undefined> {
    const mount = this.#mounts.get(allErrors) ?? this.#mount(allErrors)
    const error = await mount.run(mediaTypeOf(index), value)
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
    const content = this.#schemas.map((schema, index) => [mediaTypeOf(index), { schema: schema() }] as const)
    const document = {
      openapi: '3.1.0',
      info: { title: 'Values', version: '1' },
      paths: {
        '/': {
          post: {
            requestBody: { required: true, content: Object.fromEntries(content) },
            responses: { default: { description: '' } },
          },
        },
      },
      components: { schemas: this.writer.named },
    }
    const mount = new Mount(document, allErrors)
    this.#mounts.set(allErrors, mount)
    return mount
  }
}

const mediaTypeOf = (index: number): string => `application/json; schema=${index}`

/** Keywords for which the validator reports the missing or additional member, not its object. */
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
      // The validator modifies the document that it gets.
      apiSpec: structuredClone(document) as never,
      validateApiSpec: false,
      validateRequests: { allErrors },
      validateResponses: false,
      validateSecurity: false,
      fileUploader: false,
      ajvFormats: { mode: 'full' },
      useRequestUrl: true,
    })
  }

  /** Runs the middleware for a request with a JSON body. Returns the error that it reports. */
  run(mediaType: string, body: unknown): Promise<unknown> {
    const request = {
      app: this.#app,
      method: 'POST',
      url: '/',
      originalUrl: '/',
      path: '/',
      baseUrl: '',
      query: {},
      params: {},
      headers: { 'content-type': mediaType },
      body,
    } as unknown as Request
    return new Promise((resolve) => {
      const runFrom = (index: number, error?: unknown): void => {
        const handler = this.#handlers[index]
        if (error !== undefined || handler === undefined) resolve(error)
        else void handler(request, {} as Response, (found?: unknown) => runFrom(index + 1, found))
      }
      runFrom(0)
    })
  }
}
