import { createServer } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { spawnGuarded } from '@contract-kit/packaging/spawn-guarded'
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

const readName = async (url: string) => {
  const response = await fetch(`${url}/names/1`)
  return [response.status, await response.json()]
}

const isInvented = (name: unknown) => typeof name === 'string' && name !== 'Ada'

describe('startMock', () => {
  it('invents data when asked, also after a request that ends Prism', async () => {
    const errors: string[] = []
    const { url } = await start({ dynamic: true, onRestart: (error) => void errors.push(error) })
    const read = () => readName(url).catch(() => undefined)
    const invented = [200, { name: expect.toSatisfy(isInvented) }]
    expect(await read()).toMatchObject(invented)
    await expect(fetch(`${url}/names/1`, { headers: { accept: 'nothing' } })).rejects.toThrow('fetch failed')
    await expect.poll(read).toMatchObject(invented)
    expect(errors).toEqual(['TypeError: invalid media type'])
  })

  it('forwards to a server, and reports violations of its responses', async () => {
    const proxyTo = await startServer({ nome: 'Ada' })
    const { url } = await start({ proxyTo, validateRequest: false })
    const reported = await fetch(`${url}/names/x`)
    expect([reported.status, await reported.json()]).toStrictEqual([200, { nome: 'Ada' }])
    expect(reported.headers.get('sl-violations')).toContain('name')
  })

  it('turns violations into errors when asked', async () => {
    const { url } = await start({ proxyTo: await startServer({ nome: 'Ada' }), errors: true })
    const response = await fetch(`${url}/names/1`)
    expect([response.status, await response.text()]).toStrictEqual([
      500,
      expect.stringContaining('VIOLATIONS'),
    ])
    expect((await fetch(`${url}/names/x`)).status).toBe(422)
  })

  it('serves the examples of the document, and ends with its parent, even if that is killed', async () => {
    const folder = await createFolder({
      'tiny.yaml': document,
      'start.mjs': `import { startMock } from '${new URL('start-mock.ts', import.meta.url).href}'
console.log((await startMock({ document: 'tiny.yaml', port: 0 })).url)`,
    })
    const parent = spawnGuarded(['start.mjs'], { cwd: folder })
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
    expect(await readName(line)).toStrictEqual([200, { name: 'Ada' }])
    // The system closes the connection with the process that has its other end.
    const connection = connect(Number(new URL(line).port), '127.0.0.1')
    await once(connection, 'connect')
    parent.kill('SIGKILL')
    await once(connection.resume(), 'close')
    await expect(fetch(line)).rejects.toThrow('fetch failed')
  })

  it('says that a document of webhooks alone cannot be mocked', async () => {
    const webhooks = 'openapi: 3.1.1\ninfo: { title: Tiny, version: "1" }\nwebhooks: {}\n'
    const folder = await createFolder({ 'tiny.yaml': webhooks })
    await expect(startMock({ document: join(folder, 'tiny.yaml'), port: 0 })).rejects.toThrow(
      new InputError('The document has no operations below its paths, so nothing can be mocked.'),
    )
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
