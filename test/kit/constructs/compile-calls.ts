import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { mediaKindOf } from '@contract-kit/openapi/wire'
import type { Values } from './construct.ts'
import { generateCall } from './probes/client.ts'
import { constructs, readCells } from './table.ts'

const root = join(import.meta.dirname, '../../..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/** Compiles the clients of all constructs, with a call of each supported operation, in one program. Returns the errors. */
export function compileCalls(): string {
  // Inside the workspace, so that imports find the packages.
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
    if (!supported.has(`${construct.topic}: ${construct.name}`)) continue
    const given = Object.keys(input as object).length === 0 ? '' : toLiteral(input, construct.values)
    write(
      `call-${index}.ts`,
      `import type { ApiMethods } from './client-${index}.ts'\nexport const call = (client: ApiMethods) => client['${method}'](${given})\n`,
    )
  }
  const extended = join(root, 'tsconfig.base.json')
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

/** Returns the input of a call as code. Binary data becomes a Blob. */
function toLiteral(input: unknown, { body, mediaType = '' }: Values): string {
  if (typeof body === 'string' && mediaKindOf(mediaType) === 'opaque')
    return `{ body: new Blob([${JSON.stringify(body)}]) }`
  return JSON.stringify(input).replace('"bytes"', 'new Blob(["bytes"])')
}
