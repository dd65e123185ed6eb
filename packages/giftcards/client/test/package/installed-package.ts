import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createPackageFolder } from '../../scripts/package-folder.ts'

/** The tarball of the package, and an empty project that has it installed. */
export interface InstalledPackage {
  readonly tarball: Uint8Array<ArrayBuffer>
  /** A project with nothing but the package in its `node_modules`, and the files of `consumer` beside it. */
  readonly project: string
  /** Where the package is installed in the project. */
  readonly folder: string
  /** Runs a script of the project with this Node; resolves with what it printed, rejects where it fails. */
  run(file: string): Promise<string>
  remove(): Promise<void>
}

/** Builds the package as `npm run build` does, packs it and installs the tarball into a project of its own, without a network. */
export async function installPackage(): Promise<InstalledPackage> {
  const home = await mkdtemp(join(tmpdir(), 'client-package-'))
  const built = join(home, 'built')
  const project = join(home, 'project')
  await createPackageFolder(built)
  const packed: unknown = JSON.parse(await npm(home, 'pack', built, '--json'))
  const tarball = join(home, tarballName(packed))
  await cp(join(import.meta.dirname, 'consumer'), project, { recursive: true })
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await npm(project, 'install', tarball)
  return {
    tarball: new Uint8Array(await readFile(tarball)),
    project,
    folder: join(project, 'node_modules/@giftcards/client'),
    run: async (file) => {
      const { stdout } = await execute(process.execPath, [file], { cwd: project, env: {} })
      return stdout
    },
    remove: () => rm(home, { recursive: true }),
  }
}

const execute = promisify(execFile)

/** Runs npm with settings of its own: no configuration of the user, no cache, no network. */
async function npm(folder: string, ...command: readonly string[]): Promise<string> {
  const quiet = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts']
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const { stdout } = await execute('npm', [...command, ...quiet], {
    cwd: folder,
    env: { PATH: path, HOME: folder },
  })
  return stdout
}

function tarballName(packed: unknown): string {
  const names = JSON.stringify(packed).match(/[\w.-]+\.tgz(?=")/g) ?? []
  return names[0] ?? ''
}
