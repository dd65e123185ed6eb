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

/** The oldest supported Node, as in `engines`. TypeScript configurations need its type stripping. */
export const oldestNode = { major: 22, minor: 18 }

/** Writes the file of a command into a package. On an unsupported Node, the command prints one sentence and exits with 2. */
export async function writeCommand(target: string, command: Command): Promise<void> {
  const file = join(target, command.path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, commandText(command))
  await chmod(file, 0o755)
}

/** Returns the text of a command's file. */
export function commandText({ name, module }: Command): string {
  const { major, minor } = oldestNode
  return `#!/usr/bin/env node
'use strict'
// Any Node can parse this file. The module below needs a newer one.
var found = process.versions.node.split('.').map(Number)
if (found[0] < ${major} || (found[0] === ${major} && found[1] < ${minor})) {
  var problem = '${name} needs Node ${major}.${minor} or later, and this is Node ' + process.versions.node
  console.error(problem + ': install a newer one from https://nodejs.org, or with your version manager.')
  process.exitCode = 2
} else {
  void import('../${module}')
}
`
}
