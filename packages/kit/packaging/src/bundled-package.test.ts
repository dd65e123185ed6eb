import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packBundled } from './bundled-package.ts'
import { runNpm, runProgram } from './run-program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundled-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes a package with one module, which exports its name and the exports of its dependencies. */
function writePackage(place: string, name: string, dependencies: readonly string[] = []): string {
  const path = join(folder, place)
  mkdirSync(path, { recursive: true })
  const versions = Object.fromEntries(dependencies.map((dependency) => [dependency, '1.0.0']))
  writeFileSync(
    join(path, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js', dependencies: versions }),
  )
  const imports = dependencies.map((dependency, index) => `import part${index} from '${dependency}'\n`)
  const parts = [`'${name}'`, ...dependencies.map((_dependency, index) => `part${index}`)]
  writeFileSync(join(path, 'index.js'), `${imports.join('')}export default [${parts.join()}].join()\n`)
  return path
}

describe('packBundled', () => {
  it('packs all dependencies, built here or installed', async () => {
    const shed = writePackage('packages/shed/dist', 'shed', ['saw'])
    const saw = writePackage('packages/saw/dist', 'saw', ['blade'])
    writePackage('node_modules/blade', 'blade')
    const tarball = join(folder, 'shed.tgz')
    await packBundled(shed, tarball, { saw })

    const project = join(folder, 'project')
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{ "private": true }')
    // No registry is running.
    await runNpm(project, 'install', tarball, '--registry', 'http://127.0.0.1:9')
    const program = "import('shed').then((shed) => console.log(shed.default))"
    expect(await runProgram(project, process.execPath, ['-e', program])).toBe('shed,saw,blade\n')
  })

  it('rejects a package that needs two versions of another', async () => {
    const shed = writePackage('packages/shed/dist', 'shed', ['saw', 'blade'])
    const saw = writePackage('packages/saw/dist', 'saw', ['blade'])
    writePackage('node_modules/blade', 'blade')
    writePackage(join('packages/saw', 'node_modules/blade'), 'blade')
    await expect(packBundled(shed, join(dirname(shed), 'shed.tgz'), { saw })).rejects.toThrow(
      'Two versions of blade are needed',
    )
  })
})
