import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { packPackage } from './check-package.ts'
import { publishPackages } from './publish-packages.ts'

/** The folder with the tarballs of two packages. */
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-'))
  for (const name of ['ferry', 'harbor']) {
    await mkdir(join(folder, name))
    const manifest = { name: `@coast/${name}`, version: '2.0.0', license: 'MIT' }
    await writeFile(join(folder, name, 'package.json'), JSON.stringify(manifest))
    await packPackage(join(folder, name), folder)
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a registry that responds to reads with the given status. Returns the IDs of published packages. */
async function startRegistry(status: (name: string) => number): Promise<readonly string[]> {
  const published: string[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = decodeURIComponent(request.url ?? '').slice(1)
    if (request.method === 'PUT') {
      const { versions } = (await json(request)) as { readonly versions: object }
      published.push(`${name}@${Object.keys(versions).join()}`)
      response.writeHead(201).end('{}')
      return
    }
    const known = {
      name,
      'dist-tags': { latest: '2.0.0' },
      versions: { '2.0.0': { name, version: '2.0.0' } },
    }
    const code = status(name)
    response.writeHead(code, { 'content-type': 'application/json' })
    response.end(JSON.stringify(code === 200 ? known : { error: 'no' }))
  }
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  vi.stubEnv('NPM_CONFIG_REGISTRY', `http://127.0.0.1:${port}/`)
  vi.stubEnv(`npm_config_//127.0.0.1:${port}/:_authToken`, 'test')
  vi.stubEnv('NPM_CONFIG_FETCH_RETRIES', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  return published
}

it('publishes the versions that the registry lacks', async () => {
  const published = await startRegistry((name) => (name === '@coast/ferry' ? 200 : 404))
  expect(await publishPackages(folder)).toStrictEqual(['@coast/harbor@2.0.0'])
  expect(published).toStrictEqual(['@coast/harbor@2.0.0'])
})

it('publishes nothing when the registry fails', async () => {
  const published = await startRegistry(() => 500)
  await expect(publishPackages(folder)).rejects.toThrow(/E500/)
  expect(published).toStrictEqual([])
})
