import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
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

/** A document of so many operations that Prism needs some time to read it. */
const manyOperations = (count: number): object => ({
  openapi: '3.1.1',
  info: { title: 'Many', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/names-${index}`,
      {
        get: {
          responses: { 200: { description: 'It.', content: { 'application/json': { example: 'Ada' } } } },
        },
      },
    ]),
  ),
})

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

/** The processes of Prism that a process has started. */
const prismsOf = (parent: number): readonly number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, ...args]) => Number(ppid) === parent && args.includes('mock'))
    .map(([pid]) => Number(pid))

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const isInvented = (name: unknown) => typeof name === 'string' && name !== 'Ada'

describe('startMock', () => {
  it('generates data on request', async () => {
    const { url } = await start({ dynamic: true })
    expect(await readName(url)).toMatchObject([200, { name: expect.toSatisfy(isInvented) }])
    const plain = await fetch(`${url}/names/1`, { headers: { prefer: 'dynamic=false' } })
    expect(await plain.json()).toStrictEqual({ name: 'Ada' })
  })

  it('responds to every request while Prism starts again', async () => {
    const errors: string[] = []
    const { url } = await start({ onRestart: (error) => void errors.push(error) })
    for (const prism of prismsOf(process.pid)) process.kill(prism, 'SIGKILL')
    const names = await Promise.all(Array.from({ length: 20 }, () => readName(url)))
    expect(names).toStrictEqual(Array.from({ length: 20 }, () => [200, { name: 'Ada' }]))
    expect(errors).toHaveLength(1)
  })

  it('forwards to a server, and reports violations of its responses', async () => {
    const proxyTo = await startServer({ nome: 'Ada' })
    const { url } = await start({ proxyTo, validateRequest: false })
    const reported = await fetch(`${url}/names/x`)
    expect([reported.status, await reported.json()]).toStrictEqual([200, { nome: 'Ada' }])
    expect(reported.headers.get('sl-violations')).toContain('name')
  })

  it('turns violations into errors on request', async () => {
    const { url } = await start({ proxyTo: await startServer({ nome: 'Ada' }), errors: true })
    const response = await fetch(`${url}/names/1`)
    expect([response.status, await response.text()]).toStrictEqual([
      500,
      expect.stringContaining('VIOLATIONS'),
    ])
    expect((await fetch(`${url}/names/x`)).status).toBe(422)
  })

  it('keeps the file that Prism watches, and ends with its parent, even if that is killed', async () => {
    const folder = await createFolder({
      'tiny.yaml': document,
      'start.mjs': `import { startMock } from '${new URL('start-mock.ts', import.meta.url).href}'
console.log((await startMock({ document: 'tiny.yaml', port: 0 })).url)`,
    })
    const temporary = await createFolder({})
    const parent = spawnGuarded(['start.mjs'], { cwd: folder, env: { ...process.env, TMPDIR: temporary } })
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
    expect(await readName(line)).toStrictEqual([200, { name: 'Ada' }])
    const prisms = prismsOf(parent.pid ?? 0)
    expect(prisms).toHaveLength(1)
    expect(await readdir(temporary, { recursive: true })).toContainEqual(expect.stringMatching(/\.json$/))
    parent.kill('SIGKILL')
    await expect.poll(() => prisms.filter(isRunning)).toStrictEqual([])
    expect(await readdir(temporary)).toStrictEqual([])
  })

  it('leaves no file behind if it is closed while the process exits', async () => {
    const temporary = await createFolder({
      'tiny.yaml': document,
      'start.mjs': `import { startMock } from '${new URL('start-mock.ts', import.meta.url).href}'
const mock = await startMock({ document: 'tiny.yaml', port: 0 })
process.once('exit', () => void mock.close())
process.exit()`,
    })
    const env = { ...process.env, TMPDIR: temporary }
    expect(await once(spawnGuarded(['start.mjs'], { cwd: temporary, env }), 'close')).toStrictEqual([0, null])
    expect((await readdir(temporary)).toSorted()).toStrictEqual(['start.mjs', 'tiny.yaml'])
  })

  it('ends Prism while it reads a large document', async () => {
    const folder = await createFolder({ 'large.json': JSON.stringify(manyOperations(300)) })
    const stop = new AbortController()
    const starting = startMock({ document: join(folder, 'large.json'), port: 0, signal: stop.signal })
    await expect.poll(() => prismsOf(process.pid), { interval: 5 }).toHaveLength(1)
    const prisms = prismsOf(process.pid)
    stop.abort()
    const { ended, url } = await starting
    await ended
    expect(prisms.filter(isRunning)).toStrictEqual([])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it('stops all processes on a signal while Prism starts', async () => {
    const folder = await createFolder({ 'tiny.yaml': document })
    const cli = join(import.meta.dirname, '../cli.ts')
    const command = spawnGuarded([cli, 'mock', 'tiny.yaml', '--port', '0'], { cwd: folder })
    const closed = once(command, 'close')
    await expect.poll(() => prismsOf(command.pid ?? 0), { interval: 5 }).toHaveLength(1)
    const prisms = prismsOf(command.pid ?? 0)
    command.kill('SIGTERM')
    expect(await closed).toStrictEqual([0, null])
    expect(prisms.filter(isRunning)).toStrictEqual([])
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
