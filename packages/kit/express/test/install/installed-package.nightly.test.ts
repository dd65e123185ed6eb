import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createProject, type Project } from '@contract-kit/packaging/consumer-project'
import { installTools, runtimePath } from '@contract-kit/packaging/installed-tools'
import { packOnce } from '@contract-kit/packaging/packed'
import { compileProject, compilers } from '@contract-kit/packaging/typescript-projects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const tools = await installTools()
let project: Project

beforeAll(async () => {
  const manifest = createRequire(import.meta.url).resolve('express/package.json')
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string }
  const files = join(import.meta.dirname, 'consumer')
  const tarball = await packOnce(join(import.meta.dirname, '../..'))
  project = await createProject([tarball, `express@${version}`], files)
})

afterAll(() => project.remove())

/** Starts the application of the project with a Node, and requests the paths over HTTP. */
async function request(node: string, paths: readonly string[]) {
  const { folder } = project
  const child = spawn(node, ['app.mjs'], { cwd: folder, env: {}, stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const [version = '', port = ''] = line.split(' ')
  const responses = []
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    responses.push([response.status, await response.json()])
  }
  child.stdin.end()
  await exited
  return { version, responses }
}

describe('the installed package', () => {
  it.each(['node-22', 'node-24'] as const)('serves an application on %s', async (runtime) => {
    const paths = ['/greetings/Ada', '/greetings/Leonardo']
    const { version, responses } = await request(runtimePath(tools, runtime), paths)
    expect(version).toContain(`v${runtime.replace('node-', '')}.`)
    expect(responses).toStrictEqual([
      [200, { text: 'Hello, Ada' }],
      [400, expect.objectContaining({ errors: [expect.objectContaining({ in: 'path', at: 'name' })] })],
    ])
  })

  const current = compilers.filter(({ version, resolution }) => version !== '5.4' && resolution !== 'node10')

  it.each(current)('compiles with TypeScript $version and $resolution', async (compiler) => {
    expect(await compileProject(project, tools, compiler, 'node', ['compiles.mts'])).toBe('')
  })
})
