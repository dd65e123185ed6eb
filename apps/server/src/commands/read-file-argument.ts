import process from 'node:process'
import { ConfigError } from '../config/config-error.ts'

/** The one file that a command is given. */
export function readFileArgument(command: 'backup' | 'restore'): string {
  const [file, ...more] = process.argv.slice(2)
  if (file === undefined || file === '' || more.length > 0)
    throw new ConfigError(`Name one file: npm run ${command} -- <file>`)
  return file
}
