import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { generateCall } from './probes/client.ts'
import { constructs, readCells } from './table.ts'

const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'))

/** Compiles the clients of all constructs with a call of each operation, in one program. Returns the errors. */
export function compileCalls(): string {
  // Inside of the workspace, where imports find the packages.
  const folder = join(import.meta.dirname, '../.results/constructs')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  const supported = new Set(
    readCells().flatMap(({ construct, column, cell }) =>
      column === 'client' && cell === 'supported' ? [construct] : [],
    ),
  )
  for (const [index, construct] of constructs.entries()) {
    const { text, method, input } = generateCall(construct)
    write(`client-${index}.ts`, text)
    const given = Object.keys(input as object).length === 0 ? '' : JSON.stringify(input)
    if (supported.has(`${construct.topic}: ${construct.name}`))
      write(
        `call-${index}.ts`,
        `import type { ApiMethods } from './client-${index}.ts'\nexport const call = (client: ApiMethods) => client['${method}'](${given})\n`,
      )
  }
  const extended = join(import.meta.dirname, '../../../tsconfig.base.json')
  write(
    'tsconfig.json',
    JSON.stringify({
      extends: extended,
      compilerOptions: { lib: ['es2024', 'dom', 'dom.iterable'] },
      include: ['*.ts'],
    }),
  )
  return spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' })
    .stdout
}
