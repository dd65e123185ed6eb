#!/usr/bin/env node
// Runs the command line on whichever Node ≥ 20 starts it: the compiled package where there is one, else its TypeScript sources,
// which need a Node that strips types; a workspace has one in its package `node`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const self = fileURLToPath(import.meta.url)
const source = new URL('../src/cli.ts', import.meta.url)
const isSource = existsSync(source)

const findNode = () => {
  try {
    return join(dirname(nodeModule.createRequire(self).resolve('node/package.json')), 'bin', 'node')
  } catch {
    return undefined
  }
}

const runElsewhere = (node) => {
  const { status, signal, error } = spawnSync(node, [self, ...process.argv.slice(2)], { stdio: 'inherit' })
  if (error) throw error
  return status ?? 128 + constants.signals[signal]
}

const exit = (code) => {
  // A hook may leave a connection or a timer behind; what is printed must be out before the end.
  process.exitCode = code
  process.stdout.write('', () => process.exit())
}

if (!isSource || process.features.typescript) {
  // What was stripped of its types once need not be again: a start costs half as much. Node 20 knows no such cache.
  nodeModule.enableCompileCache?.()
  const { runCli } = await import(isSource ? '../src/cli.ts' : '../dist/cli.js')
  exit(await runCli(process.argv.slice(2), process))
} else {
  const node = findNode()
  if (node === undefined) {
    process.stderr.write(`contract-checker needs Node 22.18 or newer; this is ${process.version}.\n`)
    exit(2)
  } else {
    exit(runElsewhere(node))
  }
}
