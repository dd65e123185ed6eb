import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../.figures')

/** Forgets what an earlier run has written down. */
export function removeParts(): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Writes down what one part of a run saw so far. */
export function writePart(name: string, seen: object): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(seen, undefined, 2)}\n`)
}

/** The figures that a part has written; `undefined` if it did not run. */
export function readPart(name: string): unknown {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
