import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { runProgram } from './run-program.ts'

/** The placeholder for a public repository, which these packages do not have yet. */
const repositoryUrl = 'git+https://example.com/contract-kit.git'

/** What is built, and from where. */
export interface BuildOptions {
  /** The folder of the workspace. */
  readonly workspace: string
  /** The folder to write: the package as it is published. */
  readonly target: string
  /** Folders of the workspace whose modules may use Node. All others compile without its types. */
  readonly nodeFolders?: readonly string[]
  /** Modules of private packages that the sources import types from: the file of each specifier, which is copied. */
  readonly copiedTypes?: Readonly<Record<string, string>>
}

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** A public entry: the subpath `./testing` of `src/testing.ts`, which is built as `testing.js`. */
interface Entry {
  readonly subpath: string
  readonly source: string
  readonly module: string
}

/**
 * How the compiler writes each format. CommonJS is compiled with the types that openapi-fetch has for ES modules: those that
 * it has for CommonJS lack its functions.
 */
const formats = {
  esm: { module: 'nodenext', moduleResolution: 'nodenext' },
  cjs: {
    module: 'commonjs',
    moduleResolution: 'bundler',
    customConditions: ['import'],
    verbatimModuleSyntax: false,
  },
} as const
type Format = keyof typeof formats

/** What modules may use: the platform that browsers and servers share, or Node 20. */
const anywhere = { lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] }
const node = { lib: ['es2023'], types: ['node'] }

/**
 * Builds a package, ready for `npm pack` and `npm publish`: ES modules and CommonJS with declarations and source maps. The
 * repository itself imports the sources, so the package has a manifest of its own.
 */
export async function buildPackage(options: BuildOptions): Promise<void> {
  const { target, workspace } = options
  const repository = join(workspace, '../../..')
  const manifest = JSON.parse(await readFile(join(workspace, 'package.json'), 'utf8')) as Manifest
  const entries = listEntries(manifest)

  // The stage is inside the workspace, so the compiler finds its dependencies.
  await mkdir(join(workspace, '.data'), { recursive: true })
  const stage = await mkdtemp(join(workspace, '.data/build-'))
  try {
    await stageSources(stage, manifest, options)
    await compile('esm', stage, manifest, options)
    await compile('cjs', stage, manifest, options)
    await rm(target, { recursive: true, force: true })
    for (const format of Object.keys(formats))
      await cp(join(stage, format), join(target, format), { recursive: true })
  } finally {
    await rm(stage, { recursive: true })
  }

  await writeJson(join(target, 'cjs/package.json'), { type: 'commonjs', sideEffects: false })
  for (const entry of entries) if (entry.subpath !== '.') await writeStub(target, entry)
  const published = publishedManifest(manifest, entries, relative(repository, workspace))
  await writeJson(join(target, 'package.json'), published)
  for (const name of ['README.md', 'CHANGELOG.md']) await cp(join(workspace, name), join(target, name))
  await cp(join(repository, 'LICENSE'), join(target, 'LICENSE'))
}

/** The entries that are published. Those in `scripts` and `test` serve this repository alone. */
function listEntries({ exports }: Manifest): readonly Entry[] {
  return Object.entries(exports)
    .filter(([, source]) => !/^\.\/(?:scripts|test)\//.test(source))
    .map(([subpath, source]) => ({ subpath, source, module: toModule(source) }))
}

/** `./src/testing.ts` is built as `testing`, and `./generate/index.ts` as `generate/index`. */
function toModule(source: string): string {
  return source.replace(/^\.\/(?:src\/)?/, '').replace(/\.ts$/, '')
}

/** The source of each entry and command. Node imports the modules of commands, so these need no CommonJS. */
function listSources(manifest: Manifest, format: Format): readonly string[] {
  const commands = format === 'esm' ? Object.values(manifest.bin ?? {}) : []
  return [...listEntries(manifest).map(({ source }) => source), ...commands]
}

/** The folders of the workspace that sources are in. */
function listFolders(manifest: Manifest): readonly string[] {
  return [...new Set(listSources(manifest, 'esm').map((source) => dirname(source)))]
}

async function stageSources(stage: string, manifest: Manifest, options: BuildOptions): Promise<void> {
  await writeJson(join(stage, 'package.json'), { type: 'module' })
  for (const folder of listFolders(manifest)) {
    await cp(join(options.workspace, folder), join(stage, folder), { recursive: true })
    await copyTypes(join(stage, folder), options.copiedTypes ?? {})
  }
}

async function compile(
  format: Format,
  stage: string,
  manifest: Manifest,
  options: BuildOptions,
): Promise<void> {
  for (const folder of listFolders(manifest)) {
    const name = basename(folder)
    const output = join(stage, format, name === 'src' ? '' : name)
    await runCompiler(join(stage, `tsconfig.${name}.${format}.json`), options.workspace, {
      extends: join(options.workspace, '../../../tsconfig.base.json'),
      compilerOptions: {
        ...formats[format],
        target: 'es2022',
        ...(options.nodeFolders?.includes(name) ? node : anywhere),
        allowImportingTsExtensions: false,
        rewriteRelativeImportExtensions: true,
        rootDir: folder,
        outDir: output,
        noEmit: false,
        noEmitOnError: true,
        declaration: true,
        sourceMap: true,
        inlineSources: true,
      },
      files: listSources(manifest, format).filter((source) => dirname(source) === folder),
    })
    // The compiler leaves out declaration files.
    for (const path of await listFiles(join(stage, folder), '.d.ts'))
      await cp(path, join(output, relative(join(stage, folder), path)))
    for (const path of await listFiles(output, '.d.ts'))
      await writeFile(path, renameImports(await readFile(path, 'utf8')))
  }
}

/** Copies declarations of private packages into a folder, and makes its modules import the copies. */
async function copyTypes(folder: string, copiedTypes: Readonly<Record<string, string>>): Promise<void> {
  const copies = join(folder, 'contract')
  for (const path of await listFiles(folder, '.ts')) {
    const text = await readFile(path, 'utf8')
    const replaced = text.replaceAll(
      /^(import type .* from )'([^']+)'/gm,
      (statement, before: string, name: string) => {
        const source = copiedTypes[name]
        if (source === undefined) return statement
        const copy = relative(dirname(path), join(copies, `${basename(source, '.ts')}.js`))
        return `${before}'${copy.startsWith('.') ? copy : `./${copy}`}'`
      },
    )
    if (replaced !== text) await writeFile(path, replaced)
  }
  for (const source of Object.values(copiedTypes))
    await cp(source, join(copies, `${basename(source, '.ts')}.d.ts`))
}

/** Runs the compiler of the repository; a workspace may have an older one. */
async function runCompiler(project: string, workspace: string, settings: object): Promise<void> {
  await writeJson(project, settings)
  const { resolve } = createRequire(join(workspace, '../../../package.json'))
  const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
  await runProgram(workspace, process.execPath, [compiler, '-p', project])
}

/** The compiler rewrites the imports of modules, but not those of declarations. */
function renameImports(declarations: string): string {
  return declarations.replaceAll(/((?:from |import\()'\.[\w./-]+)\.ts'/g, "$1.js'")
}

async function listFiles(folder: string, ending: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
}

/** Resolution without `exports`, as in Node 10 and `moduleResolution: node`, finds an entry by a folder of its name. */
async function writeStub(target: string, { subpath, module }: Entry): Promise<void> {
  const folder = join(target, subpath)
  await mkdir(folder, { recursive: true })
  await writeJson(join(folder, 'package.json'), {
    main: `../cjs/${module}.js`,
    module: `../esm/${module}.js`,
    types: `../cjs/${module}.d.ts`,
    sideEffects: false,
  })
}

/** The manifest of the workspace without what serves the repository, and with the built files in place of the sources. */
function publishedManifest(manifest: Manifest, entries: readonly Entry[], directory: string): object {
  const { name, version, description, license, keywords, engines, dependencies } = manifest
  const exports = entries.map(({ subpath, module }) => [
    subpath,
    {
      import: { types: `./esm/${module}.d.ts`, default: `./esm/${module}.js` },
      require: { types: `./cjs/${module}.d.ts`, default: `./cjs/${module}.js` },
    },
  ])
  const commands = Object.entries(manifest.bin ?? {}).map(([command, source]) => [
    command,
    `esm/${toModule(source)}.js`,
  ])
  return {
    name,
    version,
    description,
    license,
    keywords,
    repository: { type: 'git', url: repositoryUrl, directory },
    type: 'module',
    sideEffects: false,
    engines,
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    ...(commands.length > 0 && { bin: Object.fromEntries(commands) }),
    dependencies,
  }
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}
