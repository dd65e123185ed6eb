import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConnectionError, type ConnectionSettings, createHttpTransport } from './transport.ts'

const folder = new URL('../../test/certificate/', import.meta.url)
const cert = readFileSync(new URL('localhost.pem', folder), 'utf8')
const key = readFileSync(new URL('localhost.key', folder), 'utf8')

const closers: (() => void)[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const close of closers.splice(0)) close()
})

const listen = async (server: http.Server | https.Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const serveSecurely = (options: https.ServerOptions = {}): Promise<number> =>
  listen(https.createServer({ cert, key, ...options }, (_request, response) => response.end('secure')))

/** A proxy that handles plain requests itself and connects the others to this machine. It records the requests. */
const startProxy = async (): Promise<{ readonly url: string; readonly asked: string[] }> => {
  const asked: string[] = []
  const proxy = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('from the proxy')
  })
  proxy.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    const target = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    closers.push(() => target.destroy())
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
  })
  return { url: `http://127.0.0.1:${await listen(proxy)}`, asked }
}

const get = async (baseUrl: string, settings?: ConnectionSettings): Promise<string> => {
  const transport = createHttpTransport(baseUrl, settings)
  closers.push(() => transport.close())
  const request = { method: 'GET', target: '/x', headers: [], body: undefined } as const
  return Buffer.from((await transport.send(request, 60_000)).body).toString()
}

describe('createHttpTransport over TLS', () => {
  it('rejects a certificate of an unknown authority', async () => {
    const port = await serveSecurely()
    await expect(get(`https://127.0.0.1:${port}`)).rejects.toThrow(
      'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); set `ca` to its authority, or `insecure` to allow any',
    )
  })

  it('says that a server speaks no TLS', async () => {
    const port = await listen(http.createServer((_request, response) => response.end('plain')))
    await expect(get(`https://127.0.0.1:${port}`)).rejects.toThrow('the server does not speak TLS')
  })

  it.each([
    ['a named authority', { ca: cert }],
    ['any certificate if insecure', { insecure: true }],
  ])('accepts %s', async (_name, settings) => {
    const port = await serveSecurely()
    expect(await get(`https://127.0.0.1:${port}`, settings)).toBe('secure')
  })

  it('shows the certificate of the client', async () => {
    const port = await serveSecurely({ requestCert: true, ca: cert })
    await expect(get(`https://127.0.0.1:${port}`, { ca: cert })).rejects.toThrow(ConnectionError)
    expect(await get(`https://127.0.0.1:${port}`, { ca: cert, cert, key })).toBe('secure')
  })
})

describe('createHttpTransport through a proxy', () => {
  it('opens a tunnel to an https server', async () => {
    const [port, proxy] = [await serveSecurely(), await startProxy()]
    const body = await get(`https://127.0.0.1:${port}`, { ca: cert, proxy: proxy.url })
    expect([body, proxy.asked]).toStrictEqual(['secure', [`CONNECT 127.0.0.1:${port}`]])
  })

  it('asks the proxy of the environment for another machine', async () => {
    const proxy = await startProxy()
    vi.stubEnv('http_proxy', proxy.url)
    vi.stubEnv('no_proxy', 'spared.test')
    expect(await get('http://api.test/v1')).toBe('from the proxy')
    expect(proxy.asked).toStrictEqual(['GET http://api.test/v1/x'])
  })

  it('leaves out the proxy of the environment for this machine', async () => {
    const [port, proxy] = [await serveSecurely(), await startProxy()]
    vi.stubEnv('https_proxy', proxy.url)
    expect([await get(`https://127.0.0.1:${port}`, { ca: cert }), proxy.asked]).toStrictEqual(['secure', []])
  })
})
