import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from './consumer-project.ts'
import { compilerPath } from './installed-tools.ts'

/** A compiler version and its module resolution. */
export interface Compiler {
  readonly version: '5.4' | '5.9' | '7'
  readonly resolution: 'node10' | 'node16' | 'nodenext' | 'bundler'
}

/** Every compiler version with every module resolution that it supports. TypeScript 7 has no `node10`. */
export const compilers: readonly Compiler[] = [
  { version: '5.4', resolution: 'node10' },
  { version: '5.4', resolution: 'node16' },
  { version: '5.4', resolution: 'nodenext' },
  { version: '5.4', resolution: 'bundler' },
  { version: '5.9', resolution: 'node10' },
  { version: '5.9', resolution: 'node16' },
  { version: '5.9', resolution: 'nodenext' },
  { version: '5.9', resolution: 'bundler' },
  { version: '7', resolution: 'node16' },
  { version: '7', resolution: 'nodenext' },
  { version: '7', resolution: 'bundler' },
]

const modules = { node10: 'commonjs', node16: 'node16', nodenext: 'nodenext', bundler: 'esnext' } as const

/** The platform of a program: browsers, or Node without the types of browsers. */
export const platforms = {
  browser: { lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  node: {
    lib: ['es2022'],
    types: ['node'],
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
} as const

/**
 * Compiles files of a project with all checks, including the declarations of packages, and returns the errors. Writes
 * JavaScript into `output` if it is given.
 */
export async function compileProject(
  project: Project,
  tools: string,
  { resolution, version }: Compiler,
  platform: keyof typeof platforms,
  files: readonly string[],
  output?: string,
): Promise<string> {
  const config = join(project.folder, `tsconfig-${version}-${resolution}-${platform}.json`)
  const settings = {
    compilerOptions: {
      target: 'es2022',
      module: modules[resolution],
      moduleResolution: resolution,
      strict: true,
      skipLibCheck: false,
      ...platforms[platform],
      typeRoots: [join(tools, 'node_modules/@types')],
      ...(output === undefined ? { noEmit: true } : { outDir: output, rootDir: '.' }),
    },
    files,
  }
  await writeFile(config, JSON.stringify(settings))
  return project.run(process.execPath, [compilerPath(tools, version), '-p', config, '--pretty', 'false'])
}
