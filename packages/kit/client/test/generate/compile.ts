import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const compiler = fileURLToPath(new URL('../../../../../node_modules/typescript/bin/tsc', import.meta.url))
const source = fileURLToPath(new URL('../../src/', import.meta.url))

/** Compiles modules in strict mode and returns the compiler errors. */
export function compile(modules: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'))
  try {
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = spawnSync(process.execPath, [compiler, '--project', folder], { encoding: 'utf8' })
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const compilerOptions = {
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
  paths: {
    '@contract-kit/client': [`${source}index.ts`],
    '@contract-kit/client/testing': [`${source}testing.ts`],
  },
}
