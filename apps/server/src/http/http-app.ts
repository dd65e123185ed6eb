import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import express, { type ErrorRequestHandler } from 'express'
import { toFailureAnswer } from './answer.ts'
import { createCrossOrigin } from './cross-origin.ts'
import { internalError } from './failures.ts'
import type { HttpAppOptions } from './http-app-options.ts'
import { chooseRequestId } from './request-facts.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { sendAnswer } from './send-answer.ts'
import { createServeRequest } from './serve-request.ts'

/** An application for `node:http`. */
export interface HttpApp {
  readonly handler: RequestListener
  /** Compiles every validator; await it before listening, since a faulty document shows only here. */
  ready(): Promise<void>
}

/** Makes the Express application that serves the bound APIs, in the decided order of judgement. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const newRequestId = options.newRequestId ?? randomUUID
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', options.trustedProxies ?? [])
  app.use((request, response, next) => {
    response.setHeader('x-request-id', chooseRequestId(request.get('x-request-id'), newRequestId))
    next()
  })
  app.use(createSecurityHeaders())
  if (options.cors !== undefined) app.use(createCrossOrigin(options.cors))
  app.use(createServeRequest(options))
  app.use(answerFailedHook)
  return {
    handler: app,
    async ready() {
      await Promise.all(options.apis.map((api) => api.ready()))
    },
  }
}

/** The last resort, where a hook of the caller threw: Express itself would answer with a page and a stack trace. */
const answerFailedHook: ErrorRequestHandler = (_error, _request, response, _next) => {
  sendAnswer(response, toFailureAnswer(internalError))
}
