import { join } from 'node:path'

/** The root folder of the repository. */
export const repositoryRoot = join(import.meta.dirname, '../..')
