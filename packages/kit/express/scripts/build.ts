import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Builds `dist`: the package as it is published, ready for `npm pack` and `npm publish`. The repository itself imports the
 * sources, so `dist` has a manifest of its own.
 */
const workspace = join(import.meta.dirname, '..')
const repository = join(workspace, '../../..')
const target = join(workspace, 'dist')

await rm(target, { recursive: true, force: true })
await compile()
await renameImports()
await writeFile(join(target, 'package.json'), `${JSON.stringify(await publishedManifest(), null, 2)}\n`)
await cp(join(workspace, 'README.md'), join(target, 'README.md'))
await cp(join(repository, 'LICENSE'), join(target, 'LICENSE'))

/** Compiles with the compiler of the repository; the workspace has an older one, which openapi-typescript needs. */
async function compile(): Promise<void> {
  const { resolve } = createRequire(join(repository, 'package.json'))
  const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
  const project = join(workspace, 'tsconfig.build.json')
  await promisify(execFile)(process.execPath, [compiler, '-p', project]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(`The sources do not compile:\n${stdout}`)
    },
  )
}

/** The compiler rewrites the imports of modules, but not those of declarations. */
async function renameImports(): Promise<void> {
  const declarations = (await readdir(target)).filter((name) => name.endsWith('.d.ts'))
  for (const file of declarations.map((name) => join(target, name))) {
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
}

/** The workspace's own manifest without what only the repository needs. */
async function publishedManifest(): Promise<object> {
  const { name, version, description, license, engines, dependencies, peerDependencies } = JSON.parse(
    await readFile(join(workspace, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>
  return {
    name,
    version,
    description,
    license,
    keywords: ['openapi', 'express', 'router', 'validation', 'contract-first', 'typescript'],
    type: 'module',
    sideEffects: false,
    engines,
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    dependencies,
    peerDependencies,
  }
}
