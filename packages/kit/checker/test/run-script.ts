import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { createFolder } from './create-folder.ts'

/** Stands in for jq, for the filters that scripts use: `.id`, `.items[0]["a-b"]`. */
const jq = `#!${process.execPath}
const steps = [...process.argv.at(-1).matchAll(/\\.([a-z_]\\w*)|\\[(\\d+|"[^]*?")\\]/gi)]
let value = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
for (const [, name, index] of steps) value = value[name ?? JSON.parse(index)]
console.log(typeof value === 'string' ? value : JSON.stringify(value))
`

/** Runs the script of a finding, and returns what it prints: the last response. */
export const runScript = async (
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const folder = await createFolder()
  await writeFile(join(folder, 'jq'), jq)
  await chmod(join(folder, 'jq'), 0o755)
  await writeFile(join(folder, 'finding.sh'), script)
  const path = [folder, process.env['PATH']].join(delimiter)
  const { stdout } = await promisify(execFile)('sh', [join(folder, 'finding.sh')], {
    env: { PATH: path, ...env },
  })
  return stdout
}
