import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './run-program.ts'
import { publishPackages } from './publish-packages.ts'

/** Command: `npm run publish:kit` builds every package of the kit, and publishes those whose version the registry lacks. */
const folder = await mkdtemp(join(tmpdir(), 'tarballs-'))
try {
  await runProgram('.', process.execPath, [join(import.meta.dirname, 'pack-kit.ts'), folder])
  const published = await publishPackages(folder)
  process.stdout.write(published.map((id) => `${id} published\n`).join('') || 'Nothing to publish\n')
} finally {
  await rm(folder, { recursive: true })
}
