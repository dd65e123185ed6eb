import { expectTypeOf } from 'vitest'
import {
  contractRouter,
  type Handler,
  type Handlers,
  type InputOf,
  type OnBreach,
  type OpenApiDocument,
  type ResponseOf,
  type UploadedFile,
} from '../src/index.ts'
import type { Operations as archive } from './documents/media-archive/handlers.ts'

// Checked by the compiler alone: the line below each `@ts-expect-error` must not compile.

/** Operations as openapi-typescript writes them. */
interface Operations {
  read: {
    parameters: {
      path: { id: number }
      query?: { limit?: number }
      header: { 'If-Match': string }
      cookie?: { theme?: 'light' | 'dark' }
    }
    requestBody?: never
    responses: {
      200: {
        headers: { 'X-Total': number; 'X-Note'?: string; [name: string]: unknown }
        content: { 'application/json': { id: number } }
      }
      '4XX': {
        headers: { [name: string]: unknown }
        content: { 'application/problem+json': { title: string } }
      }
    }
  }
  remove: {
    parameters: { path?: never; query?: never; header?: never; cookie?: never }
    requestBody?: never
    responses: {
      204: { headers: { [name: string]: unknown }; content?: never }
      404: { headers: { [name: string]: unknown }; content: { 'application/json': { code: 'gone' } } }
      default: { headers: { [name: string]: unknown }; content: { 'text/plain': string } }
    }
  }
  export: {
    parameters: { path?: never; query?: never; header?: never; cookie?: never }
    requestBody: { content: { 'application/json': { a: number }; 'text/csv': string; 'image/*': unknown } }
    responses: {
      200: {
        headers: { [name: string]: unknown }
        content: { 'application/json': { a: number }; 'text/csv': string; 'image/*': unknown }
      }
    }
  }
}

type Read = Handler<Operations, 'read'>
type Remove = Handler<Operations, 'remove'>
type Export = Handler<Operations, 'export'>

declare const read: Read
declare const remove: Remove
declare const exportAll: Export
declare const document: OpenApiDocument

/** contractRouter takes a handler for every operation. */
export const handlers = () => {
  void contractRouter<Operations>({ document, handlers: { read, remove, export: exportAll } })
  // @ts-expect-error The operation `export` has no handler.
  void contractRouter<Operations>({ document, handlers: { read, remove } })
  ;({ read, remove, export: exportAll }) satisfies Handlers<Operations>
  // @ts-expect-error The document has no operation `write`.
  ;({ read, remove, export: exportAll, write: read }) satisfies Handlers<Operations>
}

/** ResponseOf allows declared statuses alone. */
export const statuses = () => {
  ;(() => ({ status: 200, headers: { 'x-total': 1 }, body: { id: 1 } })) satisfies Read
  // @ts-expect-error 201 is not declared.
  ;(() => ({ status: 201, headers: { 'x-total': 1 }, body: { id: 1 } })) satisfies Read
  ;(async () => Promise.resolve({ status: 404, body: { title: 'No' } })) satisfies Read
  // @ts-expect-error 500 is not in 4XX.
  ;(() => ({ status: 500, body: { title: 'No' } })) satisfies Read
  ;(() => ({ status: 500, body: 'No' })) satisfies Remove
  // @ts-expect-error 404 is declared, so `default` does not stand for it.
  ;(() => ({ status: 404, body: 'No' })) satisfies Remove
  // @ts-expect-error A status is one that exists.
  ;(() => ({ status: 299, body: 'No' })) satisfies Remove
}

/** ResponseOf types refusals by operation. */
export const refusals = () => {
  ;(() => ({ status: 404, body: { code: 'gone' } })) satisfies Remove
  // @ts-expect-error The refusal of another operation.
  ;(() => ({ status: 404, body: { title: 'No' } })) satisfies Remove
  // @ts-expect-error Another code.
  ;(() => ({ status: 404, body: { code: 'lost' } })) satisfies Remove
}

/** ResponseOf types bodies. */
export const responseBodies = () => {
  // @ts-expect-error The id is a number.
  ;(() => ({ status: 200, headers: { 'x-total': 1 }, body: { id: '1' } })) satisfies Read
  // @ts-expect-error The body is missing.
  ;(() => ({ status: 200, headers: { 'x-total': 1 } })) satisfies Read
  ;(() => ({ status: 204 })) satisfies Remove
  // @ts-expect-error 204 has no body.
  ;(() => ({ status: 204, body: '' })) satisfies Remove
}

/** ResponseOf types headers. */
export const responseHeaders = () => {
  ;(() => ({ status: 200, headers: { 'x-total': 1, 'x-other': 'a' }, body: { id: 1 } })) satisfies Read
  // @ts-expect-error X-Total is missing.
  ;(() => ({ status: 200, headers: {}, body: { id: 1 } })) satisfies Read
  // @ts-expect-error The headers are missing.
  ;(() => ({ status: 200, body: { id: 1 } })) satisfies Read
  // @ts-expect-error X-Total is a number.
  ;(() => ({ status: 200, headers: { 'x-total': '1' }, body: { id: 1 } })) satisfies Read
  // @ts-expect-error X-Note is text.
  ;(() => ({ status: 200, headers: { 'x-total': 1, 'x-note': 1 }, body: { id: 1 } })) satisfies Read
  ;(() => ({ status: 200, body: { id: 1 } })) satisfies Handler<Operations, 'read', undefined, 'x-total'>
}

/** ResponseOf types media types. */
export const mediaTypes = () => {
  ;(() => ({ status: 200, mediaType: 'application/json', body: { a: 1 } })) satisfies Export
  ;(() => ({ status: 200, mediaType: 'text/csv', body: 'a' })) satisfies Export
  ;(() => ({ status: 200, mediaType: 'image/png', body: new Uint8Array() })) satisfies Export
  // @ts-expect-error One of several media types has to be named.
  ;(() => ({ status: 200, body: { a: 1 } })) satisfies Export
  // @ts-expect-error The body of another media type.
  ;(() => ({ status: 200, mediaType: 'text/csv', body: { a: 1 } })) satisfies Export
  // @ts-expect-error An undeclared media type.
  ;(() => ({ status: 200, mediaType: 'text/html', body: 'a' })) satisfies Export
  ;(() => ({ status: 404, mediaType: 'application/problem+json', body: { title: '' } })) satisfies Read
}

/** InputOf types each part of a request. */
export const input = () => {
  type Input = InputOf<Operations['read']>
  expectTypeOf<Input['path']>().toEqualTypeOf<{ id: number }>()
  expectTypeOf<Input['query']>().toEqualTypeOf<{ limit?: number }>()
  expectTypeOf<Input['headers']>().toEqualTypeOf<{ 'If-Match': string }>()
  expectTypeOf<Input['body']>().toEqualTypeOf<undefined>()
  ;(({ path }) => ({ status: 404, body: { title: path.id.toFixed() } })) satisfies Read
  // @ts-expect-error The path has no parameter `name`.
  ;(({ path }) => ({ status: 404, body: { title: path.name } })) satisfies Read
  expectTypeOf<Input['cookies']>().toEqualTypeOf<{ theme?: 'light' | 'dark' }>()
}

/** InputOf types bodies by media type. */
export const inputBodies = () => {
  type Input = InputOf<Operations['export']>
  type BodyOf<Type> = Extract<Input, { readonly mediaType: Type }>['body']
  expectTypeOf<BodyOf<'application/json'>>().toEqualTypeOf<{ a: number }>()
  expectTypeOf<BodyOf<'text/csv'>>().toEqualTypeOf<string>()
  expectTypeOf<BodyOf<'image/*'>>().toEqualTypeOf<Uint8Array>()
  expectTypeOf<InputOf<archive['writeFile']>['body']>().toEqualTypeOf<Uint8Array>()
  expectTypeOf<InputOf<archive['uploadFile']>['files']>().toEqualTypeOf<readonly UploadedFile[]>()
  expectTypeOf<InputOf<archive['uploadFile']>['body']['title']>().toEqualTypeOf<string>()
  // @ts-expect-error A request without a form has no files.
  expectTypeOf<InputOf<archive['writeFile']>['files']>().toEqualTypeOf<readonly UploadedFile[]>()
}

/** Handler has the context of its router. */
export const context = () => {
  expectTypeOf<Parameters<Handler<Operations, 'read', { user: string }>>[1]>().toEqualTypeOf<{
    user: string
  }>()
  expectTypeOf<ResponseOf<archive['headFile']>['status']>().toEqualTypeOf<200 | 404>()
}

/** A replacement has a body, and a document names its version. */
export const options = () => {
  expectTypeOf<() => { status: number; body: string }>().toExtend<OnBreach>()
  // @ts-expect-error A replacement has a body.
  expectTypeOf<() => { status: number }>().toExtend<OnBreach>()
  expectTypeOf<{ openapi: string; paths: object }>().toExtend<OpenApiDocument>()
  // @ts-expect-error A document names its version.
  expectTypeOf<{ paths: object }>().toExtend<OpenApiDocument>()
}
