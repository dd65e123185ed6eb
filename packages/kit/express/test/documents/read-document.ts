import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { OpenApiDocument } from '../../src/index.ts'

/** Reads one of the documents beside this file. */
export const readDocument = (name: string): OpenApiDocument =>
  parse(readFileSync(join(import.meta.dirname, name, 'openapi.yaml'), 'utf8'))
