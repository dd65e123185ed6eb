import { bindOperations } from './bind-operations.ts'
import type { OperationHandler, OperationTable } from './operation.ts'

/** Shaped as openapi-typescript 7.13 generates it. */
interface Operations {
  createBook: {
    parameters: { query?: never; header: { 'x-app': string }; path?: never; cookie?: never }
    requestBody: { content: { 'application/json': { title: string; pages?: number } } }
    responses: {
      201: {
        headers: { 'x-request-id': string; [name: string]: unknown }
        content: { 'application/json': { id: number; title: string } }
      }
      400: { headers: { [name: string]: unknown }; content: { 'application/json': { message: string[] } } }
    }
  }
  getBook: {
    parameters: { query?: { full?: boolean }; header?: never; path: { bookId: number }; cookie?: never }
    requestBody?: never
    responses: {
      200: { headers: { [name: string]: unknown }; content: { 'application/json': { id: number } } }
    }
  }
  touchBook: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    requestBody?: { content: { 'application/json': { note: string } } }
    responses: { 200: { headers: { [name: string]: unknown }; content?: never } }
  }
}
interface Context {
  titles: Map<number, string>
}
interface Caller {
  appId: string
}
type Handler<Id extends keyof Operations> = OperationHandler<Operations, Id, Context, Caller>

const createBook: Handler<'createBook'> = async ({ body, caller, headers }, { titles }) => {
  const title: string = body.title
  const pages: number | undefined = body.pages
  const app: string = headers['x-app'] + caller.appId
  titles.set(pages ?? app.length, title)
  return { status: 201, body: { id: 1, title }, headers: { location: '/books/1' } }
}
const getBook: Handler<'getBook'> = async ({ path, query }) => {
  const full: boolean | undefined = query.full
  return { status: 200, body: { id: full === true ? path.bookId : 0 } }
}
const touchBook: Handler<'touchBook'> = async ({ body }) => {
  const length: number = body?.note.length ?? 0
  return { status: 200, body: undefined, headers: { 'x-length': String(length) } }
}

export const whole = { createBook, getBook, touchBook } satisfies OperationTable<Operations, Context, Caller>
export const bound = bindOperations<Context, Caller>(whole, { titles: new Map() })

// @ts-expect-error a missing handler does not compile
export const missing = { createBook, getBook } satisfies OperationTable<Operations, Context, Caller>

export const foreign = {
  createBook,
  getBook,
  touchBook,
  // @ts-expect-error a handler of no operation does not compile
  burnBook: getBook,
} satisfies OperationTable<Operations, Context, Caller>

// @ts-expect-error an undeclared status does not compile
export const undeclaredStatus: Handler<'getBook'> = async () => ({ status: 404, body: { message: ['no'] } })

// @ts-expect-error a wrong body does not compile
export const wrongBody: Handler<'getBook'> = async () => ({ status: 200, body: { id: 'one' } })

// @ts-expect-error the body of another declared status does not compile
export const crossedBody: Handler<'createBook'> = async () => ({ status: 201, body: { message: ['no'] } })

export const unknownPath: Handler<'getBook'> = async ({ path }) => ({
  status: 200,
  // @ts-expect-error an undeclared path parameter does not compile
  body: { id: path.pageId },
})
