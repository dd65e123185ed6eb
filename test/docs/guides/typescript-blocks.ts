import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalAddresses, withAddresses } from './local-addresses.ts'
import { type Guide, runnable } from './read-guides.ts'
import { repositoryRoot } from '@giftcards/test-harness'

/** Between the outputs of two blocks; no sample prints it. */
const separator = '\u001E'

/** Below the workspace, so that packages are found from it as from a partner's own folder; kept by nobody. */
const folder = join(repositoryRoot, 'test/.results/guides')

/** What a sample may rely on: a strict compiler. Names that a later step of the reader's would use may stay unused. */
const configuration = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: { noUnusedLocals: false },
  include: ['*.ts'],
}

/**
 * Writes the TypeScript blocks of each guide as one module, as a reader would put them together. Also writes a program that
 * runs them all, each on the published data. Returns the folder, with a `tsconfig.json`, and the program.
 */
export function writeTypeScriptBlocks(
  guides: readonly Guide[],
  addresses: LocalAddresses,
): { readonly folder: string; readonly program: string } {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  for (const guide of guides) writeFileSync(join(folder, `${guide.slug}.ts`), toModule(guide, addresses))
  const program = join(folder, 'run.mjs')
  writeFileSync(program, toProgram(guides, addresses))
  return { folder, program }
}

function toModule(guide: Guide, addresses: LocalAddresses): string {
  const blocks = runnable(guide.blocks, 'ts').map(({ block }) => withAddresses(block.code, addresses))
  return [
    ...blocks.flatMap((code) => [`console.log(${JSON.stringify(separator)})`, code]),
    'export {}',
    '',
  ].join('\n')
}

/** Each module's output, and its error if it ends with one, as one line of JSON. */
function toProgram(guides: readonly Guide[], { sandbox }: LocalAddresses): string {
  return `import { format } from 'node:util'

for (const slug of ${JSON.stringify(guides.map(({ slug }) => slug))}) {
  await fetch(${JSON.stringify(`${sandbox}/__sandbox/reset`)}, { method: 'POST' })
  const lines = []
  console.log = (...values) => lines.push(format(...values))
  const error = await import(\`./\${slug}.ts\`).then(() => undefined, (reason) => String(reason?.stack ?? reason))
  process.stdout.write(JSON.stringify({ slug, output: lines.join('\\n'), error }) + '\\n')
}
`
}

/** What one guide's module has printed, block by block. */
export interface ModuleRun {
  readonly slug: string
  readonly outputs: readonly string[]
  /** With its stack, where the module ended with one. */
  readonly error: string | undefined
}

/** Reads what the program has printed. */
export function readModuleRuns(stdout: string): readonly ModuleRun[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const run: { slug: string; output: string; error?: string } = JSON.parse(line)
      return { slug: run.slug, outputs: run.output.split(separator).slice(1), error: run.error }
    })
}
