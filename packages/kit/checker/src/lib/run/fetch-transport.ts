import { performance } from 'node:perf_hooks'
import { UnsendableError } from '../wire/serialize-request.ts'
import type { WireRequest } from '../wire/wire-request.ts'
import { ConnectionError, TimeoutError, type Transport } from './transport.ts'

/** A server in the same process, or any other way to answer a request: `(request) => app.fetch(request)`. */
export type Fetch = (request: Request) => Promise<Response> | Response

/** Sends through a function of the Fetch standard; methods which it forbids (TRACE) cannot be sent. */
export const createFetchTransport = (send: Fetch, baseUrl: string): Transport => ({
  send: async (request, timeoutMs) => {
    const startedAt = performance.now()
    const response = await withinTime(send(toRequest(request, baseUrl)), timeoutMs)
    const body = new Uint8Array(await withinTime(response.arrayBuffer(), timeoutMs))
    return {
      status: response.status,
      headers: [...response.headers],
      body,
      elapsedMs: performance.now() - startedAt,
    }
  },
  close: () => undefined,
})

const toRequest = ({ method, target, headers, body }: WireRequest, baseUrl: string): Request => {
  try {
    const init: RequestInit = {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      redirect: 'manual',
    }
    if (body !== undefined && method !== 'GET' && method !== 'HEAD')
      init.body = typeof body === 'string' ? body : Buffer.from(body)
    return new Request(`${baseUrl.replace(/\/+$/, '')}${target}`, init)
  } catch (error) {
    throw new UnsendableError(error instanceof Error ? error.message : 'the request cannot be written', {
      cause: error,
    })
  }
}

const withinTime = async <Value>(work: Promise<Value> | Value, timeoutMs: number): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    throw error instanceof TimeoutError
      ? error
      : new ConnectionError(error instanceof Error ? error.message : String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
