import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A command of a package. */
export interface Command {
  readonly name: string
  /** The file that `bin` names, relative to the package. */
  readonly path: string
  /** The module that it runs, relative to the package. */
  readonly module: string
}

/** The oldest Node that the packages run on, as `engines` of each says: configurations in TypeScript need types to be stripped. */
export const oldestNode = { major: 22, minor: 18 }

/** Writes the file of a command into a built package. On a Node that is too old it prints one sentence, and exits with 2. */
export async function writeCommand(target: string, { name, path, module }: Command): Promise<void> {
  const { major, minor } = oldestNode
  const file = join(target, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(
    file,
    `#!/usr/bin/env node
'use strict'
// Any Node can read this file. What it loads needs a newer one.
var found = process.versions.node.split('.').map(Number)
if (found[0] < ${major} || (found[0] === ${major} && found[1] < ${minor})) {
  console.error('${name} needs Node ${major}.${minor} or later, and this is Node ' + process.versions.node + ': install a newer one from https://nodejs.org, or with your version manager.')
  process.exitCode = 2
} else {
  import('../${module}')
}
`,
  )
  await chmod(file, 0o755)
}
