import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackage } from './check-package.ts'
import { runNpm, runProgram } from './run-program.ts'

/** A project outside the repository, with only some tarballs and their dependencies installed. */
export interface Project {
  readonly folder: string
  /** Runs a program in the project, and returns its output. If it fails, throws an error with its output. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  /** Deletes the project. */
  remove(): Promise<void>
}

/** Builds a workspace with its build script, packs it into a folder, and returns the path of the tarball. */
export async function packWorkspace(workspace: string, into: string): Promise<string> {
  const built = await mkdtemp(join(tmpdir(), 'built-'))
  try {
    await runProgram(workspace, process.execPath, ['scripts/build.ts', built])
    return await packPackage(built, into)
  } finally {
    await rm(built, { recursive: true, force: true })
  }
}

/** Creates a project with the files of a folder. Programs inherit no environment variables. */
export async function createProject(tarballs: readonly string[], files: string): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'installed-'))
  await cp(files, folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }))
  await runNpm(folder, 'install', '--prefer-offline', ...tarballs)
  return {
    folder,
    run: (program, args, env = {}) => runProgram(folder, program, args, { HOME: folder, ...env }),
    remove: () => rm(folder, { recursive: true }),
  }
}
