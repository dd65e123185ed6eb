import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { compressedBytes, findNodeModules } from '@contract-kit/packaging/check-package'
import type { Project } from '@contract-kit/packaging/consumer-project'
import { installTools } from '@contract-kit/packaging/installed-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installClient } from './install-client.ts'
import { startPartnerServer } from './partner-server.ts'

const tools = await installTools()
const modules = join(tools, 'node_modules')
/** The largest size that a browser may load for a page that makes a cart, minified and compressed. */
const sizeBudgetBytes = 12.5 * 1024

const esbuildOptions = ['--bundle', '--minify', '--format=esm', '--outfile=bundled/esbuild.js']

/** The arguments of Node that bundle `page.js`, by bundler. */
const commands = {
  esbuild: [join(modules, 'esbuild/bin/esbuild'), 'page.js', ...esbuildOptions],
  vite: [join(modules, 'vite/bin/vite.js'), 'build', '--outDir=bundled/vite', '--logLevel=error'],
  webpack: ['bundle-with-webpack.cjs', tools],
}
const bundlers = ['esbuild', 'vite', 'webpack'] as const

let project: Project

beforeAll(async () => {
  project = await installClient()
  await mkdir(join(project.folder, 'bundled'))
  for (const bundler of bundlers) await project.run(process.execPath, commands[bundler])
  // Vite names its bundle by a hash.
  const assets = join(project.folder, 'bundled/vite/assets')
  const [name = ''] = await readdir(assets)
  await copyFile(join(assets, name), join(project.folder, 'bundled/vite.js'))
})

afterAll(() => project.remove())

function readBundle(bundler: string): Promise<string> {
  return readFile(join(project.folder, 'bundled', `${bundler}.js`), 'utf8')
}

/** Serves a page for each bundle: `/vite` loads `/vite.js`. */
async function servePages(): Promise<Server> {
  const bundles = new Map<string, string>()
  for (const bundler of bundlers) bundles.set(`/${bundler}.js`, await readBundle(bundler))
  const server = createServer(({ url = '' }, response) => {
    const path = url.replace(/\?.*/, '')
    const page = `<!doctype html><title>no cart yet</title><script type="module" src="${path}.js"></script>`
    response.setHeader('content-type', bundles.has(path) ? 'text/javascript' : 'text/html')
    response.end(bundles.get(path) ?? page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('a bundle for browsers', () => {
  it.each(bundlers)('has no module of Node from %s', async (bundler) => {
    const code = await readBundle(bundler)
    expect(code).toContain('x-cc-app')
    expect(findNodeModules(code)).toStrictEqual([])
  })

  it.each(bundlers)('is at most 12.5 kB from %s', async (bundler) => {
    const bytes = compressedBytes(await readBundle(bundler))
    expect(bytes, `The bundle has ${bytes} bytes, minified and compressed`).toBeLessThanOrEqual(
      sizeBudgetBytes,
    )
  })

  it('creates a cart in Chromium from each bundler', async () => {
    await using api = await startPartnerServer()
    const pages = await servePages()
    const { port } = pages.address() as AddressInfo
    const addresses = bundlers.map((name) => `http://127.0.0.1:${port}/${name}?api=${api.url}`)
    const printed = await project.run(
      process.execPath,
      [join(import.meta.dirname, 'read-titles.ts'), tools, ...addresses],
      {
        TMPDIR: project.folder,
        ...(process.env['CHROME_PATH'] && { CHROME_PATH: process.env['CHROME_PATH'] }),
      },
    )
    pages.closeAllConnections()
    pages.close()
    expect(printed).toBe('a cart with 2 cards\n'.repeat(bundlers.length))
    const operations = api.fake.calls.map(({ operationId }) => operationId).join(' ')
    expect(operations).toBe(Array(bundlers.length).fill('createSession login createCart').join(' '))
  })
})
