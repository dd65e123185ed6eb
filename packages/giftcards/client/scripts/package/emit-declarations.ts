import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { PackageEntry } from './published-manifest.ts'
import { rewriteSpecifiers } from './rewrite-specifiers.ts'

/** The modules of other workspaces whose declarations travel with the package: where their source is. */
const travelling: Readonly<Record<string, string>> = {
  '@giftcards/contract': 'contract/src/index',
  '@giftcards/contract/sandbox': 'contract/src/sandbox',
}

/**
 * Emits the declarations of the entries and of every file they lead to, each as `<workspace>/src/….d.ts` under the
 * folder. They need nothing that is not in it; a type from elsewhere throws. The sources are compiled with the
 * library of ES2022 and the browser alone, so a Node built-in does not compile.
 */
export async function emitDeclarations(
  workspace: string,
  entries: readonly PackageEntry[],
  folder: string,
): Promise<void> {
  const emitted = await mkdtemp(join(tmpdir(), 'client-types-'))
  try {
    await compile(workspace, entries, emitted)
    await copyReachable(
      emitted,
      entries.map(({ name }) => `client/src/${name}.d.ts`),
      folder,
    )
  } finally {
    await rm(emitted, { recursive: true })
  }
}

async function compile(workspace: string, entries: readonly PackageEntry[], target: string): Promise<void> {
  const project = join(target, 'tsconfig.json')
  const packages = join(workspace, '..')
  const settings = {
    extends: join(workspace, '../../../tsconfig.base.json'),
    compilerOptions: {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      rootDir: packages,
      // A module found through node_modules would not be emitted.
      paths: Object.fromEntries(
        Object.entries(travelling).map(([name, source]) => [name, [join(packages, `${source}.ts`)]]),
      ),
      outDir: target,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
    },
    files: entries.map(({ source }) => join(workspace, source)),
  }
  await writeFile(project, JSON.stringify(settings))
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', project]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(`The declarations do not compile:\n${stdout}`)
    },
  )
}

async function copyReachable(source: string, files: readonly string[], target: string): Promise<void> {
  const waiting = new Set(files)
  for (const file of waiting) {
    const text = await readFile(join(source, file), 'utf8')
    const rewritten = rewriteSpecifiers(text, (specifier) => {
      const found = specifier.startsWith('.')
        ? join(dirname(file), specifier.replace(/\.ts$/, ''))
        : travelling[specifier]
      if (found === undefined) throw new Error(`${file} needs ${specifier}, which is not in the package`)
      waiting.add(`${found}.d.ts`)
      const path = relative(dirname(file), found)
      return `${path.startsWith('.') ? path : `./${path}`}.js`
    })
    await mkdir(dirname(join(target, file)), { recursive: true })
    await writeFile(join(target, file), rewritten)
  }
}
