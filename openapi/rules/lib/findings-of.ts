import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runRedocly } from '../../scripts/run-redocly.ts'

/** One finding of a rule: where, and what it says. */
export interface Finding {
  file: string
  pointer: string
  message: string
}

interface Report {
  problems: { ruleId: string; message: string; location: { source: { ref: string }; pointer: string }[] }[]
}

/**
 * What one house rule finds in a tiny document, by way of the real linter.
 * `parts` are merged into an empty document; `files` are further files the document refers to.
 */
export function findingsOf(
  rule: string,
  parts: object,
  { files = {}, options = {} }: { files?: Record<string, object>; options?: object } = {},
): Finding[] {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-rule-'))
  try {
    const document = { openapi: '3.1.1', info: { title: 'Tiny', version: '1.0.0' }, paths: {}, ...parts }
    const plugins = [join(import.meta.dirname, '../index.ts')]
    const rules = { [`house/${rule}`]: { severity: 'error', ...options } }
    const written = {
      'redocly.yaml': { telemetry: 'off', plugins, rules },
      'openapi.yaml': document,
      ...files,
    }
    for (const [name, content] of Object.entries(written)) writeFile(join(folder, name), content)
    const run = runRedocly(['lint', 'openapi.yaml', '--format', 'json'], folder)
    const { problems }: Report = JSON.parse(run.stdout)
    return problems.map(({ message, location: [place] }) => ({
      file: place?.source.ref ?? '',
      pointer: place?.pointer ?? '',
      message,
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function writeFile(path: string, content: object) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
}
