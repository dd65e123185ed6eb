import type { Reply } from './reply.ts'
import type { ServerRequest } from './server-request.ts'

/** Turns a right response into a wrong one. */
export type Spoil = (reply: Reply, request: ServerRequest) => Reply

/** Whether a response is a success. */
export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status <= 299

/** Changes the JSON body of successful responses. */
export const editJson =
  <Value extends object>(change: (value: Value, request: ServerRequest) => object): Spoil =>
  (reply, request) => {
    if (!isSuccess(reply) || typeof reply.body !== 'string') return reply
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body) as Value, request)) }
  }

/** Changes each item of the pages that a list returns. */
export const editItems =
  <Item extends object>(change: (item: Item, request: ServerRequest) => object): Spoil =>
  (reply, request) =>
    editJson<{ readonly items: readonly object[] }>(({ items, ...page }) => ({
      items: items.map((item) => change(item as Item, request)),
      ...page,
    }))(reply, request)

/** Spoils only the responses of one status. */
export const onlyWith =
  (status: number, spoil: Spoil): Spoil =>
  (reply, request) =>
    reply.status === status ? spoil(reply, request) : reply

/** Spoils only the responses to one method. */
export const onlyTo =
  (method: string, spoil: Spoil): Spoil =>
  (reply, request) =>
    request.method === method ? spoil(reply, request) : reply

/** Leaves a header out; the name in lower case. */
export const withoutHeader =
  (name: string): Spoil =>
  (reply) => ({
    ...reply,
    headers: Object.fromEntries(Object.entries(reply.headers).filter(([key]) => key !== name)),
  })

/** Puts a header on, or another value into it. */
export const withHeader =
  (name: string, value: string): Spoil =>
  (reply) => ({ ...reply, headers: { ...reply.headers, [name]: value } })

/** Returns another status with the same content. */
export const withStatus =
  (status: number): Spoil =>
  (reply) => ({ ...reply, status })

/** Responses something else altogether; headers which the response had stay unless they speak of its content. */
export const answerInstead =
  (status: number, contentType: string, body: string): Spoil =>
  (reply) => ({ status, headers: { ...reply.headers, 'content-type': contentType }, body })

/** The body of a request as text, to make a fault depend on it. */
export const textOf = (request: ServerRequest): string => new TextDecoder().decode(request.body)
