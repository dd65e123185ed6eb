import process from 'node:process'

/** Tells a person how far a command is. Standard output is for the result alone. */
export function showProgress(step: string): void {
  process.stderr.write(`${step}\n`)
}
