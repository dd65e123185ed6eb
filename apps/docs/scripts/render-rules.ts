import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProofs } from '../rules/find-proofs.ts'
import { readRules } from '../rules/read-rules.ts'
import { toRulesPage } from '../rules/rules-page.ts'

/** Command: writes the rule catalogue as `dist/rules.html`, each row with the tests that prove it. */
const root = join(import.meta.dirname, '../../..')
const dist = join(import.meta.dirname, '../dist')

mkdirSync(dist, { recursive: true })
writeFileSync(
  join(dist, 'rules.html'),
  toRulesPage(readRules(join(root, 'openapi/catalogue')), findProofs(root)),
)
