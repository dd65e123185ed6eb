import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { writeBackup } from '../../maintenance.ts'
import { temporaryPath } from './temporary-path.ts'

/** Writes a backup of a database, and returns its path. */
export async function backUp(url: string): Promise<string> {
  const file = temporaryPath('backup.gz')
  await writeBackup(url, file, () => undefined)
  return file
}

/** The lines of a backup, without their ends. */
export function linesOf(file: string): readonly string[] {
  return gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
}

/** Writes a backup of exactly these lines. */
export function packLines(lines: readonly string[]): string {
  const file = temporaryPath('packed.gz')
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`))
  return file
}

/** Writes a backup of lines without a trailer, and adds a matching one. */
export function sealLines(lines: readonly string[]): string {
  const rows: Record<string, number> = {}
  let table = ''
  for (const line of lines.slice(1)) {
    const value = JSON.parse(line) as readonly unknown[] | { readonly table: string }
    if ('table' in value) table = value.table
    else rows[table] = (rows[table] ?? 0) + 1
  }
  const sha256 = createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex')
  return packLines([...lines, JSON.stringify({ rows, sha256 })])
}
