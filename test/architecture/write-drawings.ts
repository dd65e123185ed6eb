import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { drawAll, drawingsFolder, findStaleDrawings } from './draw-imports.ts'

// Command: writes the drawings of the guide "How this is built". With `--check` it writes nothing, and fails if one is stale.
if (process.argv.includes('--check')) {
  const stale = findStaleDrawings()
  for (const name of stale) process.stderr.write(`${join(drawingsFolder, name)} is stale: run npm run gen.\n`)
  if (stale.length > 0) process.exitCode = 1
} else {
  rmSync(drawingsFolder, { recursive: true, force: true })
  mkdirSync(drawingsFolder)
  for (const [name, drawing] of drawAll()) writeFileSync(join(drawingsFolder, name), drawing)
}
