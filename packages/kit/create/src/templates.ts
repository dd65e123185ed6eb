import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CollectedDocument } from './collect-document.ts'

export const templates = join(import.meta.dirname, '../templates')

/** The text of a template, filled in with the values of a document. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_place, key: string) => values[key] ?? '')
}

/** Writes a document and the files that it refers to into `openapi`. Returns their paths. */
export async function copyDocument(folder: string, { files }: CollectedDocument): Promise<readonly string[]> {
  const paths = [...files].map(async ([path, text]) => {
    const file = join(folder, 'openapi', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    return `openapi/${path}`
  })
  return Promise.all(paths)
}
