import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { runtimePath } from '@contract-kit/packaging/installed-tools'
import { runProgram } from '@contract-kit/packaging/run-program'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

type Runtime = 'node-22' | 'node-24'

/** A project that was made of the tarballs, and runs on one version of Node. */
interface InstalledProject {
  /** Runs npm in the project, and returns what it prints. Throws everything it printed where it fails. */
  npm(...args: readonly string[]): Promise<string>
  /** Starts a script that serves, and resolves with the URL that it prints. */
  serve(script: string, ...args: readonly string[]): Promise<string>
}

/** Makes a project as a newcomer does, in a folder outside of the repository, and installs it. */
async function install(runtime: Runtime, ...options: readonly string[]): Promise<InstalledProject> {
  const kit = inject('kit')
  const folder = await mkdtemp(join(tmpdir(), 'created-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const node = dirname(runtimePath(inject('tools'), runtime))
  // Without these variables of npm: they would make the npm of the project use this Node.
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE$|^PATH$/i.test(name))
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  const env = { ...Object.fromEntries(outer), PATH: [node, ...path].join(delimiter), PORT: '0' }
  const npm = (place: string, ...args: readonly string[]): Promise<string> =>
    runProgram(place, 'npm', [...args], env)
  const [tarball] = (await readdir(kit)).filter((name) => name.startsWith('create-contract-kit-'))
  const create = ['exec', '--yes', `--package=${join(kit, tarball ?? '')}`, '--', 'create-contract-kit']
  await npm(folder, ...create, 'my-api', '--from', kit, ...options)
  const project = join(folder, 'my-api')
  await npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund')
  return {
    npm: (...args) => npm(project, ...args),
    async serve(script, ...args) {
      const child = spawn('npm', ['run', '-s', script, '--', ...args], { cwd: project, env, detached: true })
      const closed = once(child, 'close')
      onTestFinished(async () => {
        // npm does not pass signals on, so the whole group is ended.
        process.kill(-(child.pid ?? 0), 'SIGTERM')
        await closed
      })
      for await (const line of createInterface({ input: child.stdout })) {
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
        if (url !== undefined) return url
      }
      throw new Error(`npm run ${script} ended without a URL`)
    },
  }
}

const authorization = 'Bearer walker-token'

describe('the Trail Huts', () => {
  it.each(['node-22', 'node-24'] as const)('install, pass their checks and serve on %s', async (runtime) => {
    const project = await install(runtime)
    expect(await project.npm('exec', '--', 'node', '--version')).toMatch(
      new RegExp(`^v${runtime.replace('node-', '')}\\.`),
    )
    expect(await project.npm('test')).toMatch(/Tests .*37 passed/)
    expect(await project.npm('run', 'lint')).toContain('0 errors, 0 warnings')
    await project.npm('run', 'typecheck')

    const url = await project.serve('start')
    expect((await fetch(`${url}/huts`)).status).toBe(401)
    const huts = await fetch(`${url}/huts`, { headers: { authorization } })
    expect(await huts.json()).toMatchObject({ items: [{ id: 'birch-saddle' }, { id: 'wolf-spring' }] })

    const mock = await project.serve('mock', '--port', '0')
    const hut = await fetch(`${mock}/huts/birch-saddle`, { headers: { authorization } })
    expect(await hut.json()).toMatchObject({ id: 'birch-saddle', name: 'Birch Saddle' })
  })

  it('keep what was released', async () => {
    const project = await install('node-24')
    expect(await project.npm('run', 'release', '--', '--note', 'The first one.')).toContain(
      '1.0.0.yaml written',
    )
    expect(await project.npm('run', 'diff')).toContain('huts, 1.0.0 to 1.0.0: no changes')
    expect(await project.npm('run', 'docs')).toMatch(/\d pages in dist\/docs/)
  })
})

describe('a document in another style', () => {
  const documents = join(import.meta.dirname, '../documents')
  const styles = [
    ['parcels.json', '/parcels/16', { 'x-desk-key': 'test' }],
    ['library/library.yaml', '/loans/l-1', { authorization: 'Bearer test' }],
    ['weather.yaml', '/archive/v5/readings', {}],
  ] as const
  const runs = styles.flatMap((style) => [['node-22', ...style] as const, ['node-24', ...style] as const])

  it.each(runs)('on %s, %s becomes a server that keeps it', async (runtime, document, path, headers) => {
    const project = await install(runtime, '--openapi', join(documents, document))
    await project.npm('run', 'typecheck')
    expect(await project.npm('test')).toMatch(/Tests .*\d passed/)
    const url = await project.serve('start')
    expect((await fetch(url + path, { headers })).status).toBe(200)
  })
})
