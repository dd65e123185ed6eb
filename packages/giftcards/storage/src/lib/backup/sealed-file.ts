import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

// The form of backups and archives: lines of JSON, compressed. The last one is an object with the SHA-256 of everything before it.

/** A file cannot be written or read as asked. The message is one line for an operator and holds no secret. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** The last line of a sealed file; it may have further fields. */
export interface Seal {
  readonly sha256: string
}

/**
 * Writes pages of lines, then the summary from `summarize` and their hash, into a new file that only its owner may read. The file
 * gets its name once it is complete on the disk. A killed process leaves a file that ends with `.partial`. Throws `BackupError`
 * if the file exists or cannot be written; then it leaves nothing.
 */
export async function writeSealedFile(
  file: string,
  pages: AsyncIterable<readonly unknown[]>,
  summarize: () => object,
): Promise<void> {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  assertNew(file)
  try {
    const handle = await open(partial, 'wx', 0o600)
    // `flush` puts the content on the disk before the file is closed.
    const output = handle.createWriteStream({ flush: true })
    await pipeline(Readable.from(toText(pages, summarize)), createGzip(), output)
    assertNew(file)
    await rename(partial, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(partial, { force: true })
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : ''
    throw code === '' ? error : new BackupError(`${file} cannot be written (${code})`, { cause: error })
  }
}

function assertNew(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} already exists and is unchanged; name a new file`)
}

async function* toText(
  pages: AsyncIterable<readonly unknown[]>,
  summarize: () => object,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const page of pages) {
    const text = page.map((line) => `${JSON.stringify(line)}\n`).join('')
    hash.update(text)
    yield text
  }
  yield `${JSON.stringify({ ...summarize(), sha256: hash.digest('hex') })}\n`
}

/** Without this a power failure may lose the name of a new file, though its content is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Reads the lines of a sealed file, and returns its last one. The file is verified only when the generator returns; until then
 * any line may be damaged. Wrap it in `explainDamage`.
 */
export async function* readSealedFile<Line, Last extends Seal>(file: string): AsyncGenerator<Line, Last> {
  const hash = createHash('sha256')
  let last: Last | undefined
  const text = pipe(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8')
  for await (const line of readLines(text)) {
    if (last !== undefined) throw new SyntaxError('Something comes after the end')
    const value = JSON.parse(line) as (Line & object) | Last
    if ('sha256' in value) last = value
    else {
      hash.update(`${line}\n`)
      yield value
    }
  }
  if (last?.sha256 !== hash.digest('hex')) throw new SyntaxError('The end is missing or does not match')
  return last
}

/** Splits chunks of text into lines, without line ends. The last line must have a line end too. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new SyntaxError('The last line has no end')
}

/** Yields the items of a reader, and converts errors caused by the file to a `BackupError`. */
export async function* explainDamage<Item, End>(
  file: string,
  items: AsyncGenerator<Item, End>,
): AsyncGenerator<Item, End> {
  try {
    return yield* items
  } catch (error) {
    const reason = reasonOf(error)
    throw reason === undefined
      ? error
      : new BackupError(`${file} cannot be used: ${reason}`, { cause: error })
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof BackupError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // A damaged line may still be JSON, such as a number: reading a property of it throws a TypeError.
  if (error instanceof SyntaxError || error instanceof TypeError || code.startsWith('Z_'))
    return 'it is not a backup, or it was changed or cut off'
  if (code === 'ENOENT') return 'there is no such file'
  return code.startsWith('E') ? `it cannot be read (${code})` : undefined
}
