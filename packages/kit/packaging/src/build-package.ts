import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Command, writeCommand } from './command.ts'
import { containPackages } from './contained-packages.ts'
import { runProgram } from './run-program.ts'

/** A placeholder until the packages have a public repository. */
const repositoryUrl = 'git+https://example.com/contract-kit.git'

/** Options of a package build. */
export interface BuildOptions {
  /** The folder of the workspace. */
  readonly workspace: string
  /** The output folder with the published package. */
  readonly target: string
  /**
   * `anywhere`, the default, writes ES modules and CommonJS for browsers and servers, in `esm` and `cjs`. `node` writes ES
   * modules for Node 22.18, in the folders of the workspace. So paths relative to a module are the same in the repository and
   * in the package.
   */
  readonly platform?: 'anywhere' | 'node'
  /** Folders of an `anywhere` package that may use Node. All others compile without its types. */
  readonly nodeFolders?: readonly string[]
  /** Packages whose code is included, so that they are not installed. Public types must not refer to them. */
  readonly contained?: readonly string[]
  /** Files and folders of the workspace that are published unchanged. */
  readonly assets?: readonly string[]
  /** The repository root, with its compiler, settings and license. Default: three levels up. */
  readonly repository?: string
  /** Modules of private packages from which the sources import types: the file to copy into the package, by specifier. */
  readonly copiedTypes?: Readonly<Record<string, string>>
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string>>
  /** The module of each command. In the repository, `bin` names a committed file that runs it: see `command.ts`. */
  readonly commands?: Readonly<Record<string, string>>
  /** Internal modules that depend on the platform, by condition (nodejs.org/api/packages.html#imports). */
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly [field: string]: unknown
}

/**
 * Compiler settings for each format. CommonJS is compiled with openapi-fetch's types for ES modules, since its types
 * for CommonJS lack the functions.
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

/** The libraries that modules may use: the common ones of browsers and servers, or Node 22. */
const libraries = {
  anywhere: { target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] },
  node22: { target: 'es2023', types: ['node'] },
}

/**
 * Builds a package, ready for `npm pack` and `npm publish`: JavaScript with declarations and source maps. The repository
 * imports the sources, so the package gets its own manifest.
 */
export async function buildPackage(options: BuildOptions): Promise<void> {
  const { target, workspace, platform = 'anywhere', assets = [] } = options
  const repository = repositoryOf(options)
  const manifest = JSON.parse(await readFile(join(workspace, 'package.json'), 'utf8')) as Manifest

  // The stage is inside the workspace, so the compiler finds its dependencies.
  await mkdir(join(workspace, '.data'), { recursive: true })
  const stage = await mkdtemp(join(workspace, '.data/build-'))
  try {
    await stageSources(stage, manifest, options)
    if (platform === 'node') await compileForNode(stage, manifest, options)
    else await compileForAnywhere(stage, manifest, options)
    await rm(target, { recursive: true, force: true })
    await cp(join(stage, 'output'), target, { recursive: true })
  } finally {
    await rm(stage, { recursive: true })
  }

  const commands = listCommands(manifest, platform)
  for (const command of commands) await writeCommand(target, command)
  for (const asset of [...assets, 'README.md', 'CHANGELOG.md'])
    await cp(join(workspace, asset), join(target, asset), { recursive: true })
  await cp(join(repository, 'LICENSE'), join(target, 'LICENSE'))
  if (platform === 'anywhere') {
    await writeJson(join(target, 'cjs/package.json'), { type: 'commonjs', sideEffects: false })
    for (const [subpath, source] of listEntries(manifest))
      if (subpath !== '.') await writeStub(target, subpath, toModule(source))
  }
  const entries = platform === 'node' ? nodeEntries(manifest) : anywhereEntries(manifest)
  await writeJson(join(target, 'package.json'), {
    ...describePackage(manifest, relative(repository, workspace)),
    ...(manifest.dependencies && { dependencies: dependenciesOf(manifest, options.contained) }),
    ...entries,
    ...(commands.length > 0 && {
      bin: Object.fromEntries(commands.map(({ name, path }) => [name, path])),
    }),
    files: (await readdir(target)).filter((name) => name !== 'package.json').toSorted(),
  })
}

function repositoryOf({ repository, workspace }: BuildOptions): string {
  return repository ?? join(workspace, '../../..')
}

/** Lists the public entries with their sources. Entries in `scripts` and `test` are only for this repository. */
function listEntries({ exports = {} }: Manifest): readonly (readonly [subpath: string, source: string])[] {
  return Object.entries(exports).filter(([, source]) => !/^\.\/(?:scripts|test)\//.test(source))
}

/** Lists the modules to compile. Node imports the modules of commands, so these need no CommonJS. */
function listSources(manifest: Manifest, format: Format): readonly string[] {
  const commands = format === 'esm' ? Object.values(manifest.commands ?? {}) : []
  const chosen = Object.values(manifest.imports ?? {}).flatMap((sources) => Object.values(sources))
  return [...listEntries(manifest).map(([, source]) => source), ...commands, ...chosen].filter((source) =>
    source.endsWith('.ts'),
  )
}

/** Lists the folders of the workspace that contain sources: `src`, `generate`. */
function listFolders(manifest: Manifest): readonly string[] {
  return [...new Set(listSources(manifest, 'esm').map((source) => source.split('/')[1] ?? ''))]
}

async function stageSources(stage: string, manifest: Manifest, options: BuildOptions): Promise<void> {
  await writeJson(join(stage, 'package.json'), { type: 'module', imports: manifest.imports })
  for (const folder of listFolders(manifest)) {
    await cp(join(options.workspace, folder), join(stage, folder), { recursive: true })
    await copyTypes(join(stage, folder), options.copiedTypes ?? {})
  }
}

async function compileForNode(stage: string, manifest: Manifest, options: BuildOptions): Promise<void> {
  await runCompiler(stage, 'node', options, {
    compilerOptions: { ...formats.esm, ...libraries.node22, rootDir: '.', outDir: 'output' },
    files: listSources(manifest, 'esm'),
  })
  const output = join(stage, 'output')
  await finishDeclarations(stage, output, listFolders(manifest))
  const { contained = [] } = options
  await containPackages({
    folder: output,
    sources: stage,
    format: 'esm',
    entries: listSources(manifest, 'esm').map((source) => source.replace(/^\.\/|\.ts$/g, '')),
    names: contained,
    installed: Object.keys(dependenciesOf(manifest, contained)),
  })
}

/** Compiles each folder separately, because their allowed libraries differ. `src/index.ts` becomes `esm/index.js`. */
async function compileForAnywhere(stage: string, manifest: Manifest, options: BuildOptions): Promise<void> {
  const { contained = [] } = options
  for (const format of ['esm', 'cjs'] as const) {
    for (const folder of listFolders(manifest)) {
      const library = options.nodeFolders?.includes(folder) ? libraries.node22 : libraries.anywhere
      const output = join('output', format, folder === 'src' ? '' : folder)
      const sources = listSources(manifest, format).filter((source) => source.startsWith(`./${folder}/`))
      await runCompiler(stage, `${folder}.${format}`, options, {
        compilerOptions: { ...formats[format], ...library, rootDir: folder, outDir: output },
        files: sources,
      })
      await finishDeclarations(join(stage, folder), join(stage, output), ['.'])
      await containPackages({
        folder: join(stage, output),
        sources: join(stage, folder),
        format,
        entries: sources.map((source) => source.slice(folder.length + 3).replace(/\.ts$/, '')),
        names: contained,
        installed: Object.keys(dependenciesOf(manifest, contained)),
      })
    }
  }
}

/** Copies hand-written declarations and renames the imports in declarations, because the compiler does neither. */
async function finishDeclarations(from: string, output: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    for (const path of await listFiles(join(from, folder), '.d.ts'))
      await cp(path, join(output, relative(from, path)))
  for (const path of await listFiles(output, '.d.ts')) {
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll(/((?:from |import\()'\.[\w./-]+)\.ts'/g, "$1.js'"))
  }
}

/** Copies declarations of private packages into a folder, and changes the imports of its modules to the copies. */
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

interface CompilerSettings {
  readonly compilerOptions: object
  readonly files: readonly string[]
}

/** Runs the compiler of the repository, because a workspace may have an older one. */
async function runCompiler(
  stage: string,
  name: string,
  options: BuildOptions,
  { compilerOptions, files }: CompilerSettings,
): Promise<void> {
  const repository = repositoryOf(options)
  const shared = {
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    noEmit: false,
    noEmitOnError: true,
    declaration: true,
    sourceMap: true,
    inlineSources: true,
  }
  const project = join(stage, `tsconfig.${name}.json`)
  await writeJson(project, {
    extends: join(repository, 'tsconfig.base.json'),
    compilerOptions: { ...shared, ...compilerOptions },
    files,
  })
  const { resolve } = createRequire(join(repository, 'package.json'))
  const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
  await runProgram(options.workspace, process.execPath, [compiler, '-p', project])
}

async function listFiles(folder: string, ending: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
}

/** Writes a folder named after an entry, for resolution without `exports`, as in Node 10 and `moduleResolution: node`. */
async function writeStub(target: string, subpath: string, module: string): Promise<void> {
  const folder = join(target, subpath)
  await mkdir(folder, { recursive: true })
  await writeJson(join(folder, 'package.json'), {
    main: `../cjs/${module}.js`,
    module: `../esm/${module}.js`,
    types: `../cjs/${module}.d.ts`,
    sideEffects: false,
  })
}

/** Returns the dependencies that are installed with the package. */
function dependenciesOf({ dependencies = {} }: Manifest, contained: readonly string[] = []): object {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !contained.includes(name)))
}

/** Returns the manifest of the package: the manifest of the workspace without repository-only fields. */
function describePackage(manifest: Manifest, directory: string): object {
  const kept = ['name', 'version', 'description', 'license', 'keywords', 'engines', 'sideEffects']
  const needs = ['dependencies', 'peerDependencies', 'peerDependenciesMeta', 'optionalDependencies']
  const { sideEffects = false, ...fields } = Object.fromEntries(
    [...kept, ...needs].filter((name) => name in manifest).map((name) => [name, manifest[name]]),
  )
  const repository = { type: 'git', url: repositoryUrl, directory }
  return { ...fields, repository, type: 'module', sideEffects }
}

/** `./src/testing.ts` is built as `testing`, and `./generate/index.ts` as `generate/index`. */
function toModule(source: string): string {
  return source.replace(/^\.\/(?:src\/)?/, '').replace(/\.ts$/, '')
}

function anywhereEntries(manifest: Manifest): object {
  const exports = listEntries(manifest).map(([subpath, source]) => {
    const module = toModule(source)
    return [
      subpath,
      {
        import: { types: `./esm/${module}.d.ts`, default: `./esm/${module}.js` },
        require: { types: `./cjs/${module}.d.ts`, default: `./cjs/${module}.js` },
      },
    ]
  })
  return {
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
  }
}

const toScript = (source: string): string => source.replace(/\.ts$/, '.js')

function nodeEntries(manifest: Manifest): object {
  const exports = listEntries(manifest).map(([subpath, source]) => {
    const path = source.replace(/\.ts$/, '')
    return [subpath, source.endsWith('.ts') ? { types: `${path}.d.ts`, default: `${path}.js` } : source]
  })
  const imports = Object.entries(manifest.imports ?? {}).map(([name, sources]) => [
    name,
    Object.fromEntries(Object.entries(sources).map(([condition, source]) => [condition, toScript(source)])),
  ])
  return {
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    ...(imports.length > 0 && { imports: Object.fromEntries(imports) }),
  }
}

function listCommands({ commands = {} }: Manifest, platform: BuildOptions['platform']): readonly Command[] {
  return Object.entries(commands).map(([name, source]) => ({
    name,
    path: `bin/${name}.cjs`,
    module: platform === 'node' ? toScript(source.replace(/^\.\//, '')) : `esm/${toModule(source)}.js`,
  }))
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}
