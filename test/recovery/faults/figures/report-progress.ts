import process from 'node:process'

/** Says how far a part has come. */
export function reportProgress(what: string, done: number, of: number, more: string): void {
  process.stdout.write(`${what}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}, ${more}\n`)
}
