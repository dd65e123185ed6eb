import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { installTools, runtimePath } from '@contract-kit/packaging/installed-tools'
import { packKitOnce } from '@contract-kit/packaging/packed'
import { runProgram } from '@contract-kit/packaging/run-program'
import { endWithParent } from '@contract-kit/packaging/spawn-guarded'
import { onTestFinished } from 'vitest'

/** This Node, and the oldest that the kit supports. */
export type Runtime = 'node-24' | 'node-22'

/** A project that was created from the tarballs, and runs on one version of Node. */
export interface InstalledProject {
  /** Runs npm in the project, and returns its output. If it fails, rejects with its output. */
  npm(...args: readonly string[]): Promise<string>
  /** Starts a script that runs a server, and resolves with the URL that it prints. */
  serve(script: string, ...args: readonly string[]): Promise<string>
}

/** Creates a project as a new user does, in a folder outside the repository, and installs its dependencies. */
export async function install(runtime: Runtime, ...options: readonly string[]): Promise<InstalledProject> {
  const kit = await packKitOnce()
  const folder = await mkdtemp(join(tmpdir(), 'created-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const node = runtime === 'node-24' ? process.execPath : runtimePath(await installTools(), runtime)
  // Removes the variables of npm that would make the npm of the project use this Node.
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE$|^PATH$/i.test(name))
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  const env = { ...Object.fromEntries(outer), PATH: [dirname(node), ...path].join(delimiter), PORT: '0' }
  const npm = (place: string, ...args: readonly string[]): Promise<string> =>
    runProgram(place, 'npm', [...args], env)
  const [tarball] = (await readdir(kit)).filter((name) => name.startsWith('contract-kit-create-'))
  const create = ['exec', '--yes', `--package=${join(kit, tarball ?? '')}`, '--', 'create-contract-kit']
  await npm(folder, ...create, 'my-api', '--from', kit, ...options)
  const project = join(folder, 'my-api')
  await npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund')
  return {
    npm: (...args) => npm(project, ...args),
    async serve(script, ...args) {
      const command = await commandOf(project, script)
      const child = spawn(node, [...endWithParent, ...command, ...args], { cwd: project, env })
      const closed = once(child, 'close')
      onTestFinished(async () => {
        child.kill('SIGTERM')
        await closed
      })
      for await (const line of createInterface({ input: child.stdout })) {
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
        if (url !== undefined) return url
      }
      throw new Error(`The script ${script} ended without a URL`)
    },
  }
}

/** Returns the Node arguments of a script. npm is avoided, because it does not forward signals. */
async function commandOf(project: string, script: string): Promise<readonly string[]> {
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const [program = '', ...args] = scripts[script]?.split(' ') ?? []
  return program === 'node' ? args : [join(project, 'node_modules/.bin', program), ...args]
}
