import type { RequestListener } from 'node:http'
import express, { type ErrorRequestHandler } from 'express'
import { toFailureAnswer } from './answer.ts'
import { expressMessages, type Messages } from './express-messages.ts'
import { internalError } from './failures.ts'
import type { HttpAppOptions } from './http-app-options.ts'
import { sendAnswer } from './send-answer.ts'
import { createServeRequest } from './serve-request.ts'

/** An application for `node:http`. */
export interface HttpApp {
  readonly handler: RequestListener
  /** What a server makes requests and responses of, so that the handler has the least to do; it takes any others, too. */
  readonly messages: Messages
  /** Compiles every validator; await it before listening, since a faulty document shows only here. */
  ready(): Promise<void>
}

/**
 * Makes the Express application that serves the bound APIs, in the decided order of judgement. It has one handler:
 * every further layer of Express would cost each request a step of its router.
 */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', false)
  app.set('trust proxy', options.trustedProxies ?? [])
  app.use(createServeRequest(options))
  app.use(answerFailedHook)
  return {
    handler: app,
    messages: expressMessages(app),
    async ready() {
      await Promise.all(options.apis.map((api) => api.ready()))
    },
  }
}

/** The last resort, where a hook of the caller threw: Express itself would answer with a page and a stack trace. */
const answerFailedHook: ErrorRequestHandler = (_error, _request, response, _next) => {
  sendAnswer(response, toFailureAnswer(internalError))
}
