import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '../run/configuration-error.ts'
import type { Regression } from './regression.ts'

/** A regression and the file it stands in. */
export interface SavedRegression {
  readonly file: string
  readonly regression: Regression
}

/** The regression files of a folder, by name; none where there is no such folder. Throws ConfigurationError. */
export const readRegressions = async (folder: string): Promise<readonly SavedRegression[]> => {
  const names = await listFolder(folder)
  const files = names.filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(
    files.map(async (file) => ({ file, regression: await readRegression(join(folder, file)) })),
  )
}

const listFolder = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

const readRegression = async (path: string): Promise<Regression> => {
  const content = parse(await readFile(path, 'utf8'))
  if (isRegression(content)) return content
  throw new ConfigurationError(`${path} is no regression file of this version; promote the finding again.`)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRegression = (content: unknown): content is Regression =>
  typeof content === 'object' &&
  content !== null &&
  'format' in content &&
  content.format === 1 &&
  'key' in content &&
  typeof content.key === 'string' &&
  'steps' in content &&
  Array.isArray(content.steps)
