import { gunzipSync } from 'node:zlib'
import type { OpenServer } from './open-server.ts'
import type { ProbeAnswer, ProbeClient, ProbeJson } from './probe-client.ts'

const parse = (text: string): ProbeJson => {
  try {
    return JSON.parse(text) as ProbeJson
  } catch {
    return undefined as unknown as ProbeJson
  }
}

// A response that did not come over the wire is still packed (RFC 9110 8.4).
const readText = async (response: Response): Promise<string> => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isPacked = response.headers.get('content-encoding') === 'gzip' && bytes.length > 0
  return new TextDecoder().decode(isPacked ? gunzipSync(bytes) : bytes)
}

/** A client that sends to a server in the process, by default with credentials, and records every response. */
export const createProbeClient = (
  server: OpenServer,
  credentials: Readonly<Record<string, string>>,
): { readonly send: ProbeClient; readonly answers: readonly ProbeAnswer[] } => {
  const answers: ProbeAnswer[] = []
  const send: ProbeClient = async (method, target, options = {}) => {
    const { json, anonymous = false, body = json === undefined ? undefined : JSON.stringify(json) } = options
    const headers = new Headers(anonymous ? {} : credentials)
    if (json !== undefined) headers.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    const response = await server.fetch(
      new Request(`${server.url}${target}`, { method, headers, ...(body === undefined ? {} : { body }) }),
    )
    const text = await readText(response)
    const answer = {
      method,
      target,
      status: response.status,
      headers: response.headers,
      text,
      json: parse(text),
    }
    answers.push(answer)
    return answer
  }
  return { send, answers }
}
