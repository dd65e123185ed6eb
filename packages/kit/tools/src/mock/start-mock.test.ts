import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFolder } from '../../test/project.ts'
import { InputError } from '../input-error.ts'
import { startMock } from './start-mock.ts'

const document = `openapi: 3.1.1
info: { title: Tiny, version: '1' }
paths:
  /names/{name-id}:
    get:
      parameters: [{ name: name-id, in: path, required: true, schema: { type: integer } }]
      responses:
        200:
          description: A name.
          content:
            application/json:
              schema: { type: object, required: [name], properties: { name: { type: string } } }
              examples: { one: { value: { name: Ada } } }
        404: { description: There is none. }
`

/** A server that responds with one body to everything. */
async function startServer(body: object): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function start(options: Partial<Parameters<typeof startMock>[0]> = {}) {
  const folder = await createFolder({ 'tiny.yaml': document })
  const mock = await startMock({ document: join(folder, 'tiny.yaml'), port: 0, ...options })
  onTestFinished(() => mock.close())
  return mock
}

describe('startMock', () => {
  it('serves the examples of the document', async () => {
    const { url } = await start()
    const response = await fetch(`${url}/names/1`)
    expect([response.status, await response.json()]).toStrictEqual([200, { name: 'Ada' }])
  })

  it('says that a document of webhooks alone cannot be mocked', async () => {
    const webhooks = 'openapi: 3.1.1\ninfo: { title: Tiny, version: "1" }\nwebhooks: {}\n'
    const folder = await createFolder({ 'tiny.yaml': webhooks })
    await expect(startMock({ document: join(folder, 'tiny.yaml'), port: 0 })).rejects.toThrow(
      new InputError('The document has no operations below its paths, so nothing can be mocked.'),
    )
  })

  it('starts again after a request that ends Prism', async () => {
    const errors: string[] = []
    const { url } = await start({ onRestart: (error) => void errors.push(error) })
    await expect(fetch(`${url}/names/1`, { headers: { accept: 'nothing' } })).rejects.toThrow('fetch failed')
    const read = () =>
      fetch(`${url}/names/1`).then(
        ({ status }) => status,
        () => undefined,
      )
    await expect.poll(read, { timeout: 20_000 }).toBe(200)
    expect(errors).toEqual(['TypeError: invalid media type'])
  })

  it('invents data when asked', async () => {
    const { url } = await start({ dynamic: true })
    const { name } = (await (await fetch(`${url}/names/1`)).json()) as { name: unknown }
    expect(typeof name).toBe('string')
    expect(name).not.toBe('Ada')
  })

  it('forwards to a server and reports violations', async () => {
    const proxyTo = await startServer({ nome: 'Ada' })
    const reported = await fetch(`${(await start({ proxyTo })).url}/names/1`)
    expect([reported.status, await reported.json()]).toStrictEqual([200, { nome: 'Ada' }])
    expect(reported.headers.get('sl-violations')).toContain('name')
    const rejected = await fetch(`${(await start({ proxyTo, errors: true })).url}/names/1`)
    expect([rejected.status, await rejected.text()]).toStrictEqual([
      500,
      expect.stringContaining('VIOLATIONS'),
    ])
  })

  it('lets invalid requests pass to a server when asked', async () => {
    const proxyTo = await startServer({ name: 'Ada' })
    const status = async (validateRequest: boolean): Promise<number> => {
      const { url } = await start({ proxyTo, errors: true, validateRequest })
      return (await fetch(`${url}/names/x`)).status
    }
    expect([await status(true), await status(false)]).toStrictEqual([422, 200])
  })

  it('says that a port is in use', async () => {
    const port = Number(new URL(await startServer({})).port)
    await expect(start({ port })).rejects.toThrow(
      new InputError(`127.0.0.1:${port} is in use; set --port to another port.`),
    )
  })

  it('says that there is no document', async () => {
    await expect(start({ document: '/nowhere.yaml' })).rejects.toThrow(
      new InputError('The document /nowhere.yaml does not exist; bundle it first.'),
    )
  })
})
